#pragma once
// Who leaves when too many are connected. Every connection that waits for its client, to ask or to
// take an answer, stands in line in the order in which that wait began; event streams stand in a
// line of their visitor. The one that has waited longest leaves, be it a browser that keeps a
// connection for later or one of thousands that were opened to keep others out. Only where no
// connection waits does a stream leave: the oldest of the visitor who has the most.
//
// `Member` is a connection; it must leave before it is destroyed. For one thread.

#include <algorithm>
#include <cstddef>
#include <list>
#include <map>
#include <string>
#include <utility>

namespace zerosum::web {

template <typename Member>
class Crowd {
 public:
    // A wait for the client begins, or begins anew.
    void wait_for(Member* member, const std::string& visitor) { stand(member, visitor, waiting_); }
    // From now on it is a stream of events.
    void watch(Member* member, const std::string& visitor) {
        stand(member, visitor, streams_[visitor]);
    }
    // It is neither, as while it waits for an answer of ours.
    void leave(Member* member) {
        const auto found = places_.find(member);
        if (found == places_.end()) return;
        const Place place = found->second;
        places_.erase(found);
        place.line->erase(place.at);
        if (--visitors_[place.visitor] == 0) visitors_.erase(place.visitor);
        if (place.line != &waiting_ && place.line->empty()) streams_.erase(place.visitor);
    }

    // Of those that wait for their client, the one that has for longest and fits.
    template <typename Fits>
    [[nodiscard]] Member* oldest(Fits fits) const {
        const auto found = std::find_if(waiting_.begin(), waiting_.end(), fits);
        return found == waiting_.end() ? nullptr : *found;
    }

    // Who is to leave: any, or one of this visitor; null when nobody can.
    [[nodiscard]] Member* leaver(const std::string& visitor) const {
        if (Member* const found = oldest([&](Member* each) {
                return visitor.empty() || places_.at(each).visitor == visitor;
            }))
            return found;
        const auto most = visitor.empty()
                              ? std::max_element(streams_.begin(), streams_.end(),
                                                 [](const auto& a, const auto& b) {
                                                     return a.second.size() < b.second.size();
                                                 })
                              : streams_.find(visitor);
        return most == streams_.end() ? nullptr : most->second.front();
    }

    // How many of a visitor stand in either line.
    [[nodiscard]] std::size_t size_of(const std::string& visitor) const {
        const auto found = visitors_.find(visitor);
        return found == visitors_.end() ? 0 : found->second;
    }

 private:
    using Line = std::list<Member*>;
    struct Place {
        Line* line;
        typename Line::iterator at;
        std::string visitor;
    };

    void stand(Member* member, const std::string& visitor, Line& line) {
        const auto at = line.insert(line.end(), member);
        leave(member);  // of the line where it stood; this one is not empty
        places_.insert_or_assign(member, Place{&line, at, visitor});
        ++visitors_[visitor];
    }

    Line waiting_;
    std::map<std::string, Line> streams_;
    std::map<Member*, Place> places_;
    std::map<std::string, std::size_t> visitors_;
};

}  // namespace zerosum::web
