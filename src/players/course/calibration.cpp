#include "players/course/calibration.h"

#include "core/text.h"

namespace zerosum {

namespace {
constexpr std::string_view kCalibrationHeader = "zerosum calibration 1";
}  // namespace

std::string write_calibration(const Calibration& calibration) {
    return fmt::format("{}\nanswer {:.6f}\n", kCalibrationHeader, calibration.answer.count());
}

Result<Calibration> parse_calibration(std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    if (lines.empty() || lines[0] != kCalibrationHeader)
        return fail("line 1: found '{}', expected '{}'", lines.empty() ? "" : printable(lines[0]),
                    kCalibrationHeader);
    Calibration calibration;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string_view> words = split(lines[i], ' ');
        const std::optional<double> value = parse_decimal(words.back());
        if (words.size() == 2 && words[0] == "answer" && value && *value >= 0 &&
            *value <= kSlowestAnswer.count()) {
            calibration.answer = Seconds{*value};
        } else if (words.size() != 4 || words[0] != "rate") {
            return fail("line {}: found '{}', expected 'answer SECONDS'", i + 1,
                        printable(lines[i]));
        }
    }
    return calibration;
}

}  // namespace zerosum
