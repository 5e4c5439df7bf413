//@ verdict: verified
//@ output: native
//@ symbolic: slow, streams
//
// Streams on files that the run itself writes.

#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

static const char name[] = "/tmp/heddle_fstream.txt";

static void write_it()
{
    std::ofstream out(name);
    out << "one " << 1 << '\n' << std::setw(5) << 2.5 << "\nthree" << std::endl;
    out << std::hex << 255 << '\n';
    std::cout << out.is_open() << out.good() << ' ' << out.tellp() << '\n';
}

static void read_it()
{
    std::ifstream in(name);
    std::string word;
    int number;
    double half;
    in >> word >> number >> half;
    std::cout << word << '|' << number << '|' << half << '|' << in.tellg() << '\n';
    for (std::string line; std::getline(in, line);)
        std::cout << '<' << line << '>';
    std::cout << in.eof() << in.fail() << '\n';
    in.clear();
    in.seekg(0);
    std::cout << static_cast<char>(in.peek()) << static_cast<char>(in.get());
    in.unget();
    char block[4] = {};
    in.read(block, 3);
    std::cout << block << in.gcount();
    in.seekg(-3, std::ios::end);
    std::string rest(std::istreambuf_iterator<char>(in), {});
    std::cout << rest.size() << rest;
    in.close();
    std::cout << in.is_open() << '\n';
}

static void both()
{
    std::fstream file(name, std::ios::in | std::ios::out | std::ios::ate);
    std::cout << file.tellg() << ' ';
    file << "added";
    file.seekg(4);
    int number;
    file >> number;
    file.seekp(0);
    file << "ONE";
    file.flush();
    file.seekg(0);
    std::stringstream all;
    all << file.rdbuf();
    std::cout << number << ' ' << all.str() << '\n';
    file.close();
    file.open(name, std::ios::out | std::ios::app);
    file << '!';
    file.close();
    file.open(name, std::ios::in);
    file.seekg(-1, std::ios::end);
    std::cout << static_cast<char>(file.get()) << file.eof() << file.get() << file.eof() << '\n';
}

int main()
{
    write_it();
    read_it();
    both();
    std::cout << std::remove(name) << '\n';
    std::ifstream none(name);
    std::cout << none.is_open() << none.fail() << !none << '\n';
    std::ofstream moved = std::ofstream(name, std::ios::trunc);
    moved.write("abc", 3).put('d');
    moved.close();
    std::ifstream(name) >> std::cout.rdbuf();
    std::cout << '\n';
    std::remove(name);
}
