//@ verdict: verified
//@ output: native
//
// The objects that typeid gives are of classes themselves.

#include <cxxabi.h>
#include <stdio.h>
#include <typeinfo>

struct Base {
    virtual ~Base() = default;
};
struct Heir : Base {};
struct Mixed : virtual Base {};
enum Color { Red };

int main()
{
    const std::type_info *types[] = {&typeid(Base),  &typeid(Heir), &typeid(Mixed),
                                     &typeid(Color), &typeid(int),  &typeid(Base *),
                                     &typeid(int[2]), &typeid(int Mixed::*)};
    for (const std::type_info *type : types) {
        const auto *single = dynamic_cast<const abi::__si_class_type_info *>(type);
        const auto *any = dynamic_cast<const abi::__class_type_info *>(type);
        printf("%s: %s %d", type->name(), typeid(*type).name(), any != nullptr);
        printf(" %s\n", single ? single->__base_type->name() : "");
    }
    return 0;
}
