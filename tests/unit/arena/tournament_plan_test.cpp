#include <gtest/gtest.h>

#include <functional>

#include "arena/check/questions.h"
#include "arena/tournament/tournament.h"

namespace zerosum {
namespace {

// Two players, of whom checks tell as if they were agents, and a third on the course's board with
// the course's bank. By itself each is guessed to use a hundredth of it.
TournamentSettings settings_of_two() {
    const Result<TournamentSettings> settings = parse_tournament(
        "players = ['greedy@a', 'greedy@b', 'random']\nbank = 300\nledger = 'none.ledger'\n"
        "[board]\nsize = 10\nkinds = 4\n",
        "/no-such-folder", "t.toml");
    EXPECT_TRUE(settings) << settings.error().message;
    return *settings;
}

// A check in which every answer cost this much, given the bank that it had.
CheckReport check_of(const std::string& agent, const std::function<Seconds(Seconds bank)>& cost) {
    CheckReport report;
    report.agent = agent;
    for (const Question& question :
         questions_of(*settings_of_two().match.game, Seconds{5}, false)) {
        CheckItem& item = report.items.emplace_back();
        item.part = question.part;
        item.name = question.name;
        item.input = question.input;
        item.bank = question.bank;
        item.cpu = cost(question.bank);
    }
    return report;
}

double cost_of_game(const std::function<Seconds(Seconds bank)>& cost, Category category) {
    std::vector<CheckReport> checks = {check_of("a", cost), check_of("b", cost)};
    for (CheckReport& check : checks) check.category = category;
    const TournamentPlan plan = plan_tournament(settings_of_two(), checks);
    EXPECT_EQ(plan.checked, 2);
    EXPECT_FALSE(plan.measured);
    return plan.per_game.count();
}

TEST(TournamentPlan, CountsWhatChecksMeasuredInPlaceOfAGuess) {
    // The third player is a reference that costs hardly anything, so that two thirds of two
    // players are such agents. A game at random has 20 to 30 moves of each.
    const double reference = 2 * 300 * 0.01 / 3;
    const double guessed = plan_tournament(settings_of_two()).per_game.count();
    EXPECT_NEAR(guessed, 3 * reference, 1e-9);

    const double steady =
        cost_of_game([](Seconds) { return Seconds{0.1}; }, Category::Sound) - reference;
    EXPECT_GT(steady, 4.0 / 3 * 0.1 * 15);
    EXPECT_LT(steady, 4.0 / 3 * 0.1 * 40);
    // An answer that costs the more the more time there is: nearly all of the bank.
    const double clock =
        cost_of_game([](Seconds bank) { return 0.15 * bank; }, Category::Sound) - reference;
    EXPECT_GT(clock, 4.0 / 3 * 300 * 0.8);
    EXPECT_LE(clock, 4.0 / 3 * 300);
    // An endless loop takes it all, what crashes nothing.
    const double endless =
        cost_of_game([](Seconds bank) { return bank; }, Category::Late) - reference;
    EXPECT_NEAR(endless, 4.0 / 3 * 300, 1);
    const double crash = cost_of_game([](Seconds) { return Seconds{1}; }, Category::Crashes);
    EXPECT_NEAR(crash, reference, 1e-9);
}

TEST(TournamentPlan, GuessesForThoseWhomThisMachineCannotRun) {
    std::vector<CheckReport> checks = {check_of("a", [](Seconds) { return Seconds{0}; })};
    checks[0].category = Category::NotRun;
    const TournamentPlan plan = plan_tournament(settings_of_two(), checks);
    EXPECT_EQ(plan.checked, 0);
    EXPECT_EQ(plan.per_game, plan_tournament(settings_of_two()).per_game);
}

}  // namespace
}  // namespace zerosum
