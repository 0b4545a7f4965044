#pragma once
// What threads share that answer one question of the exact solver together, beside the table:
// which positions a thread is searching, so that the others search elsewhere first, and whether
// there is anything left to do. (The idea is that of ABDADA: Weill, "The ABDADA distributed
// minimax search algorithm", ICCA Journal 19(1), 1996.)

#include <array>
#include <atomic>

#include "core/units.h"

namespace zerosum {

class ProofTeam {
 public:
    // A thread is searching the position as long as this lives. Where two positions, or two
    // threads, meet in one place, the last one counts: a claim that is lost costs time, no more.
    class Claim {
     public:
        Claim(ProofTeam& team, Key key) : place_(team.place(key)), key_(key) {
            place_.store(key, std::memory_order_relaxed);
        }
        ~Claim() {
            if (place_.load(std::memory_order_relaxed) == key_)
                place_.store(0, std::memory_order_relaxed);
        }
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

     private:
        std::atomic<Key>& place_;
        Key key_;
    };

    [[nodiscard]] bool claimed(Key key) {
        return place(key).load(std::memory_order_relaxed) == key;
    }

    // The question is answered: all threads end.
    void dismiss() { dismissed_.store(true, std::memory_order_relaxed); }
    // The table is too small: all threads end, and start again when it has grown.
    void ask_for_room() {
        room_wanted_.store(true, std::memory_order_relaxed);
        dismiss();
    }
    [[nodiscard]] bool dismissed() const { return dismissed_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool room_wanted() const { return room_wanted_.load(std::memory_order_relaxed); }

 private:
    static constexpr std::size_t places = 4096;  // a power of two, many for what threads hold

    std::atomic<Key>& place(Key key) { return claims_[(key >> 32U) % places]; }

    std::array<std::atomic<Key>, places> claims_{};
    std::atomic<bool> dismissed_ = false;
    std::atomic<bool> room_wanted_ = false;
};

}  // namespace zerosum
