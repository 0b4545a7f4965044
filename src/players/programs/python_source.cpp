#include "players/programs/python_source.h"

namespace zerosum {

namespace {

// For Python 2 and 3 alike: bytes are compiled, so that a byte order mark and a line that names
// the encoding mean what they mean when the file is run.
constexpr const char* kCompile = R"python(
import sys, traceback
name = sys.argv[1]
source = open(name, "rb").read()
try:
    compile(source, name, "exec")
except Exception:
    sys.exit("".join(traceback.format_exception_only(*sys.exc_info()[:2])))
)python";

// For Python 3: a source that compiles may still be written for Python 2. A name counts when the
// file does not define it, and what stands in a try is taken to know what it does.
constexpr const char* kLookForOldNames = R"python(
import ast
OLD = {"xrange", "raw_input", "unicode", "basestring", "long", "unichr", "execfile", "reload",
       "reduce", "cmp", "file", "buffer", "apply", "intern", "coerce"}
OLD_MODULES = {"Queue", "StringIO", "cStringIO", "cPickle", "urllib2", "ConfigParser", "Tkinter",
               "__builtin__", "thread", "commands", "HTMLParser", "httplib", "UserDict", "sets"}
OLD_ATTRIBUTES = {"has_key", "iteritems", "iterkeys", "itervalues", "maxint", "izip", "imap"}
tree = ast.parse(source, name)
guarded = {id(n) for t in ast.walk(tree) if isinstance(t, ast.Try) for n in ast.walk(t)}
defined, used = set(), []
for node in ast.walk(tree):
    line = getattr(node, "lineno", 0)
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load):
            if node.id in OLD: used.append((line, node.id, node))
        else:
            defined.add(node.id)
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        defined.add(node.name)
    elif isinstance(node, ast.arg):
        defined.add(node.arg)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        module = getattr(node, "module", None)
        for one in node.names:
            defined.add((one.asname or one.name).split(".")[0])
            for word in (module, one.name):
                if word in OLD_MODULES: used.append((line, "import " + word, node))
            if module and one.name in OLD_ATTRIBUTES: used.append((line, "import " + one.name, node))
    elif isinstance(node, ast.Attribute) and node.attr in OLD_ATTRIBUTES:
        used.append((line, node.attr, node))
for line, word, node in sorted(used, key=lambda u: u[0]):
    if id(node) not in guarded and word not in defined:
        sys.exit("%s, line %d: '%s' is of Python 2, Python 3 has no such thing" % (name, line, word))
)python";

}  // namespace

std::vector<std::string> python_check(const std::string& interpreter, const std::string& file,
                                      PythonNames names) {
    std::string script = kCompile;
    if (names == PythonNames::OfPython3) script += kLookForOldNames;
    return {interpreter, "-E", "-s", "-c", script, file};
}

}  // namespace zerosum
