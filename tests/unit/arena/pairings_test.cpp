#include "arena/tournament/pairings.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace zerosum {
namespace {

FinishedPairing won_by_first(const ScheduledPairing& pairing) {
    return {pairing, {.wins = 1, .margin = 10}};
}

// The stronger player is the one with the lower index.
FinishedPairing won_by_the_stronger(const ScheduledPairing& pairing) {
    return pairing.first < pairing.second ? FinishedPairing{pairing, {.wins = 1, .margin = 10}}
                                          : FinishedPairing{pairing, {.losses = 1, .margin = -10}};
}

template <typename Play>
std::vector<FinishedPairing> play_out(const ScheduleSettings& settings, Play play) {
    const Schedule schedule(settings);
    std::vector<FinishedPairing> finished;
    for (;;) {
        const std::vector<ScheduledPairing> next = schedule.next(finished);
        if (next.empty()) return finished;
        for (const ScheduledPairing& pairing : next) finished.push_back(play(pairing));
    }
}

std::size_t without_byes(const std::vector<FinishedPairing>& finished) {
    return static_cast<std::size_t>(
        std::count_if(finished.begin(), finished.end(),
                      [](const FinishedPairing& f) { return !f.pairing.bye(); }));
}

TEST(Pairings, RoundRobinPairsEverybodyOnceAndNobodyTwiceARound) {
    for (const std::size_t players : {2U, 3U, 7U, 8U, 25U}) {
        const auto list = Schedule({Format::RoundRobin, players, 5}).next({});
        EXPECT_EQ(list.size(), players * (players - 1) / 2);
        std::set<std::set<PlayerIndex>> met;
        std::set<std::pair<int, PlayerIndex>> busy;
        for (const ScheduledPairing& p : list) {
            EXPECT_TRUE(met.insert({p.first, p.second}).second);
            EXPECT_TRUE(busy.emplace(p.round, p.first).second);
            EXPECT_TRUE(busy.emplace(p.round, p.second).second);
        }
    }
}

TEST(Pairings, RoundRobinSharesTheStartsFairly) {
    for (const std::size_t players : {6U, 9U, 100U}) {
        std::map<PlayerIndex, int> starts;
        for (const ScheduledPairing& p : Schedule({Format::RoundRobin, players, 3}).next({}))
            ++starts[p.first];
        for (PlayerIndex i = 0; i < players; ++i) {
            EXPECT_NEAR(starts[i], static_cast<double>(players - 1) / 2, 0.5) << players;
        }
    }
}

TEST(Pairings, DoubleRoundRobinReversesTheStart) {
    const auto list = Schedule({Format::RoundRobin, 6, 3, 2}).next({});
    std::set<std::pair<PlayerIndex, PlayerIndex>> ordered;
    std::set<PairingId> ids;
    for (const ScheduledPairing& p : list) {
        EXPECT_TRUE(ordered.emplace(p.first, p.second).second);
        EXPECT_TRUE(ids.insert(p.id).second);
    }
    EXPECT_EQ(list.size(), 30U);
}

TEST(Pairings, GauntletLetsTheChallengersMeetAllOthers) {
    const auto list = Schedule({Format::Gauntlet, 7, 1, 1, 2}).next({});
    EXPECT_EQ(list.size(), 10U);
    for (const ScheduledPairing& p : list) EXPECT_NE(p.first < 2, p.second < 2);
}

TEST(Pairings, StaticFormatsEndAfterOneHandOut) {
    for (const Format format : {Format::RoundRobin, Format::Gauntlet}) {
        const ScheduleSettings settings{format, 5, 2};
        EXPECT_EQ(play_out(settings, won_by_first).size(), Schedule(settings).total_pairings());
    }
}

// Everybody who is there before, and one more from now on.
TEST(Pairings, ALatecomerGetsThePairingsItLacksAndNoOther) {
    for (const Format format : {Format::RoundRobin, Format::Gauntlet}) {
        for (const int rounds : {1, 2}) {
            if (format == Format::Gauntlet && rounds == 2) continue;
            std::vector<FinishedPairing> finished =
                play_out({format, 6, 3, rounds, 2}, won_by_first);
            ScheduleSettings late{format, 7, 3, rounds, 2};
            late.who = {0, 1, 2, 3, 9, 4, 5};  // in the middle of the list
            std::set<PairingId> ids;
            for (const FinishedPairing& f : finished) ids.insert(f.pairing.id);
            const auto more = Schedule(late).next(finished);
            EXPECT_EQ(finished.size() + more.size(), Schedule(late).total_pairings());
            for (const ScheduledPairing& p : more) {
                EXPECT_TRUE(p.first == 9 || p.second == 9);
                EXPECT_TRUE(ids.insert(p.id).second) << "an id twice";
                finished.push_back(won_by_first(p));
            }
            EXPECT_TRUE(Schedule(late).next(finished).empty());
        }
    }
}

TEST(Pairings, ALatecomerJoinsASwissInTheNextRound) {
    const ScheduleSettings settings{Format::Swiss, 6, 3, 4};
    const Schedule early(settings);
    std::vector<FinishedPairing> finished;
    for (int round = 0; round < 2; ++round)
        for (const ScheduledPairing& p : early.next(finished))
            finished.push_back(won_by_the_stronger(p));
    ScheduleSettings late = settings;
    late.who = {0, 1, 2, 3, 4, 5, 6, 7};
    const auto third = Schedule(late).next(finished);
    EXPECT_EQ(third.size(), 4U);
    std::set<PlayerIndex> playing;
    for (const ScheduledPairing& p : third) {
        EXPECT_EQ(p.round, 3);
        playing.insert({p.first, p.second});
    }
    EXPECT_EQ(playing, (std::set<PlayerIndex>{0, 1, 2, 3, 4, 5, 6, 7}));
    // Who left is not paired, and its opponents keep what they won from it.
    late.who = {0, 1, 2, 3};
    EXPECT_EQ(Schedule(late).next(finished).size(), 2U);
}

TEST(Pairings, ALadderLetsEveryoneMeetSomeAndThenThoseWhoTellMost) {
    const Schedule schedule({Format::Ladder, 40, 3});
    std::vector<FinishedPairing> finished;
    std::map<PlayerIndex, int> games;
    for (int round = 1; round <= 12; ++round) {
        const auto next = schedule.next(finished);
        std::set<PlayerIndex> busy;
        for (const ScheduledPairing& p : next) {
            EXPECT_EQ(p.round, round);
            EXPECT_TRUE(busy.insert(p.first).second && busy.insert(p.second).second);
            FinishedPairing f = won_by_the_stronger(p);
            f.games = {{true, p.first < p.second ? Outcome::Win : Outcome::Loss},
                       {false, p.first < p.second ? Outcome::Win : Outcome::Loss}};
            finished.push_back(f);
            games[p.first] += 2;
            games[p.second] += 2;
        }
        // The opening is for all; then an eighth of the players is enough.
        EXPECT_EQ(next.size(), round <= 4 ? 20U : 5U) << round;
    }
    int top = 0;
    int bottom = 0;
    for (PlayerIndex i = 0; i < 10; ++i) {
        top += games[i];
        bottom += games[39 - i];
    }
    EXPECT_GT(top, bottom) << "the top is what a ranking is read for";
    EXPECT_EQ(schedule.total_pairings(), 0U) << "it has no end";
}

TEST(Pairings, SwissAvoidsRematchesAndByesAreGivenOnce) {
    for (const std::size_t players : {2U, 5U, 8U, 9U, 33U, 200U}) {
        const int rounds = players < 6 ? static_cast<int>(players) - 1 : 5;
        const ScheduleSettings settings{Format::Swiss, players, 11, rounds};
        const auto finished = play_out(settings, won_by_the_stronger);
        EXPECT_EQ(without_byes(finished), Schedule(settings).total_pairings());
        std::set<std::set<PlayerIndex>> met;
        std::set<PlayerIndex> rested;
        for (const FinishedPairing& f : finished) {
            if (f.pairing.bye()) {
                EXPECT_TRUE(rested.insert(f.pairing.first).second) << players;
            } else {
                EXPECT_TRUE(met.insert({f.pairing.first, f.pairing.second}).second) << players;
            }
        }
    }
}

TEST(Pairings, SwissAllowsARematchWhenNothingElseIsLeft) {
    const auto finished = play_out({Format::Swiss, 2, 1, 4}, won_by_first);
    EXPECT_EQ(finished.size(), 4U);
}

TEST(Pairings, SwissLetsTheStrongestWin) {
    const auto finished = play_out({Format::Swiss, 16, 9, 4}, won_by_the_stronger);
    std::map<PlayerIndex, int> wins;
    for (const FinishedPairing& f : finished) ++wins[pairing_winner(f)];
    EXPECT_EQ(wins[0], 4);
    EXPECT_EQ(wins[15], 0);
}

TEST(Pairings, KnockoutLeavesOneWinnerAndSeedsMeetLate) {
    for (const std::size_t players : {2U, 3U, 5U, 8U, 11U, 64U, 100U}) {
        const ScheduleSettings settings{Format::Knockout, players, 4};
        const auto finished = play_out(settings, won_by_the_stronger);
        EXPECT_EQ(without_byes(finished), players - 1);
        const FinishedPairing& final = finished.back();
        EXPECT_EQ(pairing_winner(final), 0U);
        EXPECT_EQ(std::max(final.pairing.first, final.pairing.second), 1U)
            << "the second seed reaches the final";
    }
}

TEST(Pairings, AnEvenPairingGoesToPointsAndThenToTheSeed) {
    const ScheduledPairing pairing{{}, 1, 4, 2};
    EXPECT_EQ(pairing_winner({pairing, {2, 0, 2, -7}}), 2U);
    EXPECT_EQ(pairing_winner({pairing, {2, 0, 2, 7}}), 4U);
    EXPECT_EQ(pairing_winner({pairing, {1, 2, 1, 0}}), 2U);
    EXPECT_EQ(pairing_winner({pairing, {3, 0, 2, -90}}), 4U);
    EXPECT_EQ(share_of_first({pairing, {2, 0, 2, -7}}), 0);
    EXPECT_EQ(share_of_first({pairing, {2, 0, 2, 7}}), 1);
    EXPECT_EQ(share_of_first({pairing, {1, 2, 1, 0}}), 0.5);
    EXPECT_EQ(share_of_first({pairing, {3, 0, 2, -90}}), 1);
    EXPECT_EQ(share_of_first({{{}, 1, 4, kNoPlayer}, 0, 0, 0}), 1);
}

TEST(Pairings, SameSeedSamePlanOtherSeedOtherIds) {
    const auto ids = [](std::uint64_t seed) {
        std::vector<PairingId> list;
        for (const ScheduledPairing& p : Schedule({Format::RoundRobin, 8, seed}).next({}))
            list.push_back(p.id);
        return list;
    };
    EXPECT_EQ(ids(7), ids(7));
    EXPECT_NE(ids(7), ids(8));
}

TEST(Pairings, IdsAreWrittenAndReadBack) {
    const PairingId pairing = pairing_id(1, 2, 3, 4);
    const GameId game = game_id(pairing, 0);
    EXPECT_NE(game, game_id(pairing, 1));
    EXPECT_EQ(parse_game_id(to_text(game)), game);
    EXPECT_EQ(parse_pairing_id(to_text(pairing)), pairing);
    EXPECT_FALSE(parse_game_id("12"));
    EXPECT_FALSE(parse_game_id("000000000000000g"));
}

TEST(Pairings, TooFewPlayersMakeNoPairings) {
    for (const Format format :
         {Format::RoundRobin, Format::Gauntlet, Format::Swiss, Format::Knockout, Format::Ladder}) {
        EXPECT_TRUE(Schedule({format, 1, 1}).next({}).empty()) << to_text(format);
    }
}

TEST(Pairings, FormatsHaveNames) {
    EXPECT_EQ(parse_format("round-robin"), Format::RoundRobin);
    EXPECT_EQ(to_text(Format::Knockout), "knockout");
    EXPECT_FALSE(parse_format("league"));
}

}  // namespace
}  // namespace zerosum
