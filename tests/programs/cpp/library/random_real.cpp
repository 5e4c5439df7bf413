//@ verdict: verified
//@ output: native
//
// Real numbers of random engines, for which the library asks a logarithm how many bits these give.

#include <cstdio>
#include <random>

int main()
{
    std::mt19937 engine(7);
    std::mt19937_64 wide(7);
    std::uniform_real_distribution<double> any(0, 1);
    std::bernoulli_distribution rarely(0.3);
    for (int i = 0; i < 4; i++)
        std::printf("%a %a %d\n", any(engine), any(wide), rarely(engine));
    std::printf("%a\n", std::generate_canonical<double, 10>(engine));
    std::discrete_distribution<int> weighted{1, 2, 3};
    std::printf("%d\n", weighted(engine));
}
