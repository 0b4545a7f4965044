#include "app/site/shown_names.h"

#include "core/text.h"
#include "players/spec.h"

namespace zerosum::site {

ShownNames::ShownNames(const std::vector<Person>& roster, Names names) {
    for (const Person& person : roster) {
        const std::string& shown = shown_name(person, names);
        // A ledger holds what fits a player's name: of "Ada Lovelace" that is Ada_Lovelace.
        const std::set<std::string> secrets{person.name, display_name(person.name)};
        for (const std::string& known :
             {person.name, person.nick, display_name(person.name), display_name(person.nick)}) {
            if (known.empty()) continue;
            shown_[known] = shown;
            if (person.name != shown) secret_[known] = secrets;
        }
    }
}

const std::string& ShownNames::of(const std::string& entrant) const {
    const auto found = shown_.find(entrant);
    return found == shown_.end() ? entrant : found->second;
}

std::string ShownNames::in(std::string text, const std::string& entrant) const {
    const auto found = secret_.find(entrant);
    if (found == secret_.end()) return text;
    const std::string& shown = of(entrant);
    for (const std::string& secret : found->second)
        for (std::size_t at = text.find(secret); at != std::string::npos;
             at = text.find(secret, at + shown.size()))
            text.replace(at, secret.size(), shown);
    return text;
}

std::vector<std::string> ShownNames::strangers(const std::vector<std::string>& entrants) const {
    std::vector<std::string> found;
    if (shown_.empty()) return found;
    for (const std::string& entrant : entrants)
        if (!shown_.contains(entrant)) found.push_back(entrant);
    return found;
}

Result<void> ShownNames::check(const std::vector<std::string>& entrants) const {
    std::map<std::string, std::string> taken;
    for (const std::string& entrant : entrants)
        if (const auto [other, fresh] = taken.try_emplace(of(entrant), entrant); !fresh)
            return fail("'{}' and '{}' would both be shown as '{}', expected names that differ",
                        printable(other->second), printable(entrant), printable(of(entrant)));
    return {};
}

}  // namespace zerosum::site
