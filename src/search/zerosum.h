#pragma once
// The library for other programs, installed as <zerosum.h>: rules and engines of both games behind
// two small interfaces. docs/library.md explains it, examples/library uses it.
//
//   const zerosum::AnyGame& game = **zerosum::find_game("fruit");
//   zerosum::Random random(1);
//   zerosum::PositionPtr position = *game.start({.size = 8, .kinds = 4}, random);
//   std::unique_ptr<zerosum::AnySearcher> engine = zerosum::make_searcher(game);
//   zerosum::SearchLimits limits;
//   limits.nodes = 20'000;
//   position->play(engine->search(*position, limits).best().move);
//
// Contracts: a Result holds a value or an Error with a sentence, and nothing throws but for memory.
// Positions and searchers are values of one thread; different ones may be used at the same time.
// Scores are points to come, the mover's minus the other's; CPU times are in seconds.

#include "core/random.h"          // Random
#include "core/result.h"          // Result, Error
#include "games/registry.h"       // find_game, all_games, read_line; AnyGame, AnyPosition, AnyMove
#include "search/any_searcher.h"  // make_searcher, analyze, solve, perft; AnySearcher, SearchLimits
