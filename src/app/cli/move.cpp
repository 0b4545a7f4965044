// zerosum move: homework with paths.

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/cpu_clock.h"
#include "core/files.h"
#include "games/registry.h"
#include "players/course/course_answer.h"

namespace zerosum::cli {

namespace {

struct MoveOptions {
    std::string input = "input.txt";
    std::string output = "output.txt";
    std::uint64_t nodes = 0;
    bool json = false;
};

// A move that the course's rules fix is not searched: it has no thought.
nlohmann::ordered_json to_json(const AnyPosition& position, const CourseAnswer& answer) {
    const PositionPtr after = position.clone();
    after->play(answer.move);
    nlohmann::ordered_json json{{"move", position.move_name(answer.move)},
                                {"gain", position.gain(answer.move)},
                                {"rows", after->rows()}};
    if (answer.thought) {
        json["score"] = answer.thought->score;
        json["depth"] = answer.thought->depth;
        json["exact"] = answer.thought->exact;
        json["pv"] = line_names(position, answer.thought->line);
        json["nodes"] = answer.thought->nodes;
    }
    json["cpu"] = process_cpu().count();
    return json;
}

// `last` is the last answer that was given.
Result<int> answer_file(const MoveOptions& options, std::string& last) {
    const Result<std::string> input = read_file(options.input);
    if (!input) return tl::unexpected(input.error());

    // A file gets the quick answer first; a stream gets only the final one.
    const bool to_stream = options.output == "-";
    CourseAnswerOptions answer_options;
    answer_options.nodes = options.nodes;
    answer_options.input_name = options.input == "-" ? "standard input" : options.input;
    answer_options.publish = [&](const std::string& output) -> Result<void> {
        if (!to_stream) {
            if (auto written = write_file_atomically(options.output, output); !written)
                return written;
        }
        last = output;
        return {};
    };
    const Result<CourseAnswer> answer = answer_course_file(*input, answer_options);
    if (!answer) return tl::unexpected(answer.error());
    if (options.json) {
        const Result<AnyTask> task = game_of_input(*input).read_input(*input);
        if (!task) return tl::unexpected(task.error());
        write_json(to_json(*task->position, *answer));
    } else if (to_stream) {
        if (const Result<void> written = write_file_atomically("-", last); !written)
            return tl::unexpected(written.error());
    }
    return kDone;
}

// As homework: no answer is left that belongs to another question.
Result<int> run_move(const MoveOptions& options) {
    remove_leftovers({options.output});
    std::string last;
    Result<int> done = answer_file(options, last);
    if (!done && last.empty()) remove_file(options.output);
    return done;
}

}  // namespace

void add_move(Commands& commands) {
    auto options = std::make_shared<MoveOptions>();
    Command* command = commands.add("move", "Answer a course file, as homework does",
                                    "zerosum move\nzerosum move case7/input.txt case7/output.txt\n"
                                    "zerosum move - - < input.txt\n"
                                    "zerosum move input.txt - --json",
                                    [options] { return run_move(*options); });
    command->add_option("INPUT", options->input, "course file, - for standard input")
        ->show_default();
    command->add_option("OUTPUT", options->output, "answer, - for standard output")->show_default();
    command->add_option("--nodes", options->nodes, "nodes searched at most; no limit otherwise");
    command->add_flag("--json", options->json,
                      "one object on standard output, in place of an answer there: move, gain, "
                      "rows, cpu; after a search: score, depth, exact, pv, nodes");
}

}  // namespace zerosum::cli
