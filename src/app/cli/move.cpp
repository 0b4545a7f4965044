// zerosum move: homework with paths.

#include <memory>

#include "app/cli/command.h"
#include "core/files.h"
#include "players/course_answer.h"

namespace zerosum::cli {

namespace {

struct MoveOptions {
    std::string input = "input.txt";
    std::string output = "output.txt";
    std::uint64_t nodes = 0;
};

Result<int> run_move(const MoveOptions& options) {
    const Result<std::string> input = read_file(options.input);
    if (!input) return tl::unexpected(input.error());

    // A file gets the quick answer at once; a stream gets only the last word.
    const bool to_stream = options.output == "-";
    std::string last;
    CourseAnswerOptions answer_options;
    answer_options.nodes = options.nodes;
    answer_options.input_name = options.input == "-" ? "standard input" : options.input;
    answer_options.publish = [&](const std::string& output) -> Result<void> {
        last = output;
        if (to_stream) return {};
        return write_file_atomically(options.output, output);
    };
    const Result<CourseAnswer> answer = answer_course_file(*input, answer_options);
    if (!answer) return tl::unexpected(answer.error());
    if (to_stream)
        if (const Result<void> written = write_file_atomically("-", last); !written)
            return tl::unexpected(written.error());
    return kDone;
}

}  // namespace

void add_move(Commands& commands) {
    auto options = std::make_shared<MoveOptions>();
    Command* command = commands.add("move", "Answer a course file, as homework does",
                                    "zerosum move\nzerosum move case7/input.txt case7/output.txt\n"
                                    "zerosum move - - < input.txt",
                                    [options] { return run_move(*options); });
    command->add_option("INPUT", options->input, "course file, - for standard input")
        ->show_default();
    command->add_option("OUTPUT", options->output, "answer, - for standard output")->show_default();
    command->add_option("--nodes", options->nodes, "search at most so many nodes");
}

}  // namespace zerosum::cli
