// A property of a C++ program over time: whoever asks for green gets it.
//
// Pedestrians press a button and wait for green; the main thread is the controller that gives it
// to them. That they get it some day is a formula about whole runs.
//
//     heddle check --fair examples/crossing_light.cpp
//
// Expected: verified. Without --fair the controller may never run again.
//
//@ verdict: verified
//@ options: --fair
//@ temporal: yes
//@ clang: -O1
//@ symbolic: slow, runs without end

#include <atomic>
#include <heddle.h>
#include <thread>

LTL(served, "G(asked -> F walked)");

enum class Light { Red, Asked, Green };

static std::atomic<Light> light{Light::Red};

static void pedestrians()
{
    for (;;) {
        light = Light::Asked;
        ap(asked);
        while (light != Light::Green) {
        }
        ap(walked);
        light = Light::Red;
    }
}

int main()
{
    std::thread thread(pedestrians);
    for (;;) {
        if (light == Light::Asked)
            light = Light::Green;
    }
}
