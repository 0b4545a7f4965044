// homework: reads input.txt, writes output.txt, in the current directory. No arguments.
//
// The output.txt of an earlier question is removed first. A right one is there within the first
// milliseconds and is replaced in one step when the search ends, so that a kill at any instant
// leaves a right file or none. Where input.txt is not to be answered there is none in the end.

#include <cstdio>
#include <exception>
#include <optional>

#include "app/no_arguments.h"
#include "core/files.h"
#include "players/course/calibration.h"
#include "players/course/course_answer.h"

namespace zerosum {

namespace {

constexpr const char* kInput = "input.txt";
constexpr const char* kOutput = "output.txt";
constexpr const char* kCalibration = "calibration.txt";
constexpr const char* kMemory = "zerosum.memory";
constexpr std::size_t kSmallFile = 64 * 1024;

// Zero when there is no calibration that can be used: homework works as well without it.
Seconds calibrated_overhead() {
    const Result<std::string> text = read_file(kCalibration, kSmallFile);
    if (!text) return Seconds{0};
    const Result<Calibration> calibration = parse_calibration(*text);
    if (calibration) return calibration->answer;
    fmt::print(stderr, "homework: note: {} ignored: {}\n", kCalibration,
               calibration.error().message);
    return Seconds{0};
}

int refuse(const Error& error) {
    fmt::print(stderr, "homework: {}\n", error.message);
    return 2;
}

int run() {
    remove_leftovers({kOutput, kMemory});
    remove_file(kOutput);
    const Result<std::string> input = read_file(kInput, kSmallFile);
    if (!input) return refuse(input.error());
    CourseAnswerOptions options;
    options.input_name = kInput;
    options.publish = [](const std::string& output) {
        return write_file_atomically(kOutput, output);
    };
    options.overhead = calibrated_overhead();
    if (const Result<std::string> memory = read_file(kMemory, kSmallFile)) options.memory = *memory;
    const Result<CourseAnswer> answer = answer_course_file(*input, options);
    if (!answer) return refuse(answer.error());
    // A file that takes the place of another is written to the disk at once, which costs more than
    // all else here. Without the memory file only the lead is unknown: no reason to fail.
    remove_file(kMemory);
    if (const Result<void> kept = write_file_atomically(kMemory, answer->memory); !kept)
        fmt::print(stderr, "homework: note: {}\n", kept.error().message);
    return 0;
}

constexpr const char* kUsage =
    "usage: homework\n"
    "Reads input.txt, writes output.txt, in the current directory. zerosum move takes paths.\n";

}  // namespace
}  // namespace zerosum

int main(int argc, char** argv) {
    try {
        if (const std::optional<int> status =
                zerosum::refuse_arguments(argc, argv, "homework", zerosum::kUsage))
            return *status;
        return zerosum::run();
    } catch (const std::exception& error) {
        fmt::print(stderr, "homework: {}\n", error.what());
        return 2;
    }
}
