// sql::open_server in a program without PostgreSQL (-DZEROSUM_POSTGRESQL=OFF, or the static one of
// cmake/tarball): says so.

#include "arena/storage/sql.h"

namespace zerosum::sql {

Result<Database> open_server(const std::string& address, bool /*read_only*/,
                             const std::function<Result<void>(Connection&)>& /*on_connect*/,
                             const Patience& /*patience*/) {
    return fail(
        "found the server {}, expected a file: this zerosum was built without PostgreSQL, see "
        "docs/install.md",
        shown(address));
}

}  // namespace zerosum::sql
