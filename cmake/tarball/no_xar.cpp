// libarchive's writers are linked all or none, and the one for xar needs libxml2 and with it ICU. We
// write tar alone: this stands before the library, so that its file is not taken.

#include <archive.h>

extern "C" int archive_write_set_format_xar(struct archive* /*writer*/) {
    return ARCHIVE_FATAL;
}
