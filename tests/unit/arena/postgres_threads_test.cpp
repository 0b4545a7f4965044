#include <gtest/gtest.h>

#include <array>
#include <latch>
#include <string>
#include <thread>

#include "arena/queue/queue_schema.h"
#include "arena/storage/sql.h"
#include "support/postgres.h"

namespace zerosum {
namespace {

// What cannot come right by waiting is said at once, and nothing else is.
TEST(Postgres, WhoIsNotLetInIsNotTriedAgain) {
    const std::string place = tests::PostgresServer::get().new_place();
    const std::size_t user = place.find("user=") + 5;
    std::string nobody = place;
    nobody.replace(user, place.find('&', user) - user, "nobody_here");
    std::string nowhere = place;
    nowhere.replace(place.find("postgres?"), 8, "no_such_database");
    int tries = 0;
    for (const std::string& address : {nobody, nowhere}) {
        const Result<sql::Database> open =
            sql::open_server(address, false, {},
                             {Seconds{600}, [&](const std::string& /*sentence*/) { ++tries; }, {}});
        ASSERT_FALSE(open);
        EXPECT_NE(open.error().message.find("does not exist"), std::string::npos)
            << open.error().message;
    }
    EXPECT_EQ(tries, 0);
    std::string absent = place;
    absent.replace(place.find("host=") + 5, 1, "/tmp/none");
    EXPECT_FALSE(sql::open_server(
        absent, false, {}, {Seconds{0.1}, [&](const std::string& /*sentence*/) { ++tries; }, {}}));
    EXPECT_EQ(tries, 1);
}

// Whatever the server's own setting is, and on a new connection as well.
TEST(Postgres, WhatIsCommittedIsOnTheDisk) {
    const std::string place = tests::PostgresServer::get().new_place();
    const Result<sql::Database> database =
        sql::open_server(place + "%20-csynchronous_commit%3Doff", false);
    ASSERT_TRUE(database) << database.error().message;
    EXPECT_EQ(**database->text("SHOW synchronous_commit"), "on");
    ASSERT_TRUE(database->lightly([&]() -> Result<void> {
        EXPECT_EQ(**database->text("SHOW synchronous_commit"), "off");
        return {};
    }));
    EXPECT_EQ(**database->text("SHOW synchronous_commit"), "on");
    tests::PostgresServer::get().kill_and_restart();
    EXPECT_EQ(**database->text("SHOW synchronous_commit"), "on");
}

TEST(Postgres, OfTwoTransactionsThatWaitForEachOtherBothAreDone) {
    const std::string place = tests::PostgresServer::get().new_place();
    const Result<sql::Database> database = sql::open_server(place, false);
    ASSERT_TRUE(database) << database.error().message;
    ASSERT_TRUE(
        database->execute("CREATE TABLE t (id bigint PRIMARY KEY, n bigint);"
                          "INSERT INTO t VALUES (0, 0), (1, 0)"));
    std::latch both_hold_one(2);
    std::array<int, 2> runs{};
    const auto change = [&](int mine) {
        Result<sql::Database> own = sql::open_server(place, false);
        ASSERT_TRUE(own) << own.error().message;
        own->set_patience({Seconds{0}});  // nothing is lost
        const Result<void> done = own->transaction([&]() -> Result<void> {
            const bool again = ++runs[mine] > 1;
            for (const int id : {mine, 1 - mine}) {
                if (Result<void> run = own->run("UPDATE t SET n = n + 1 WHERE id = ?", id); !run)
                    return run;
                if (!again && id == mine) both_hold_one.arrive_and_wait();
            }
            return {};
        });
        EXPECT_TRUE(done) << done.error().message;
    };
    {
        const std::jthread other([&] { change(1); });
        change(0);
    }
    EXPECT_GE(runs[0] + runs[1], 3) << "more where the one that begins again is faster";
    EXPECT_EQ(*database->integer("SELECT sum(n) FROM t"), 4);
}

// As a process does that was halted, or whose machine hangs.
TEST(Postgres, WhoHangsWithATransactionOpenHoldsNobodyUp) {
    const std::string place = tests::PostgresServer::get().new_place();
    const Result<sql::Database> others = sql::open_server(place, false);
    ASSERT_TRUE(others) << others.error().message;
    ASSERT_TRUE(
        others->execute("SET lock_timeout = '120s'; CREATE TABLE t (n bigint);"
                        "INSERT INTO t VALUES (0)"));
    Result<sql::Database> hangs = sql::open_server(place, false, [](sql::Connection& connection) {
        return queue_schema::cut_off_when_stuck(connection, Seconds{0.1});
    });
    ASSERT_TRUE(hangs) << hangs.error().message;
    hangs->set_patience({Seconds{0}});
    Result<void> went_on;
    const Result<void> done = hangs->transaction([&]() -> Result<void> {
        const Result<void> changed = hangs->run("UPDATE t SET n = 1");
        went_on = others->run("UPDATE t SET n = n + 2");
        return changed;
    });
    EXPECT_TRUE(went_on) << went_on.error().message;
    EXPECT_FALSE(done);
    EXPECT_TRUE(hangs->lost());
    EXPECT_EQ(*others->integer("SELECT n FROM t"), 2);
}

TEST(Postgres, ALockOfWhoHangsBetweenStatementsIsFree) {
    const std::string place = tests::PostgresServer::get().new_place();
    Result<sql::Database> hangs = sql::open_server(place, false, [](sql::Connection& connection) {
        return queue_schema::cut_off_when_stuck(connection, Seconds{60}, Seconds{0.1});
    });
    ASSERT_TRUE(hangs) << hangs.error().message;
    hangs->set_patience({Seconds{0}});
    // On a busy machine it may be cut off before it asks.
    const char* lock = "SELECT pg_advisory_lock(hashtext(current_schema()))";
    (void)hangs->execute(lock);
    const Result<sql::Database> others = sql::open_server(place, false);
    ASSERT_TRUE(others) << others.error().message;
    const Result<void> free = others->execute(std::string("SET lock_timeout = '120s';") + lock);
    EXPECT_TRUE(free) << free.error().message;
    EXPECT_FALSE(hangs->execute("SELECT 1"));
    EXPECT_TRUE(hangs->lost());
}

}  // namespace
}  // namespace zerosum
