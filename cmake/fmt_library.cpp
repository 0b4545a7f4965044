// The functions that fmt's headers only declare: the header below defines them, and these two
// templates are wanted by others than it.
#include <fmt/format-inl.h>

namespace fmt::detail {
template auto thousands_sep_impl<char>(locale_ref location) -> thousands_sep_result<char>;
template auto decimal_point_impl<char>(locale_ref location) -> char;
}  // namespace fmt::detail
