#include <gtest/gtest.h>

#include <map>

#include "arena/grade/grader.h"
#include "games/registry.h"

namespace zerosum {
namespace {

TEST(GraderThreads, AgentsSideBySideGetTheGradesThatTheyGetOneByOne) {
    GradeSettings settings;
    settings.game = *find_game("fruit");
    settings.edition = *find_edition("2017");
    settings.quick = true;
    const Result<GradePlan> plan = GradePlan::make(settings);
    ASSERT_TRUE(plan);
    std::vector<PlayerSpec> specs;
    for (const char* text : {"greedy@a", "random@b", "greedy@c", "random:by=move@d", "greedy@e"})
        specs.push_back(*parse_player_spec(text));
    const auto grades = [&](int jobs) {
        const Result<std::unique_ptr<GradeBook>> book = GradeBook::in_memory();
        std::size_t finished = 0;
        GradeWatch watch;
        watch.on_agent = [&](const GradeReport&, const GradeProgress& now) {
            EXPECT_EQ(now.agents_finished, ++finished);
        };
        std::map<std::string, double> earned;
        for (const GradeReport& report :
             grade_agents(*plan, **book, specs, {jobs, {}}, watch).reports)
            earned[report.agent] = report.earned;
        EXPECT_EQ(finished, specs.size());
        return earned;
    };
    const std::map<std::string, double> alone = grades(1);
    EXPECT_EQ(alone.size(), specs.size());
    EXPECT_EQ(grades(3), alone);
}

}  // namespace
}  // namespace zerosum
