#include <fstream>

#include "app/web/desk_api.h"
#include "sandbox/workspace.h"
#include "unit/app/web_api_fixture.h"

namespace zerosum::web {
namespace {

// A desk whose threads do not run: what its routes answer.
class WebDesk : public ::testing::Test {
 protected:
    WebDesk() {
        std::ofstream(space_.home() / "class.toml")
            << "format = \"ladder\"\nbank = 5\n[class]\nuploads_per_hour = 2\n";
        desk_ = std::move(*Desk::open(*read_class(space_.home() / "class.toml")));
        const auto made_tokens = desk_->store().enrol({{"Ada"}, {"Alan"}, {"Grace", "", "", true}});
        for (const NewToken& made : *made_tokens) tokens_[made.person.name] = made.token;
        ApiOptions options;
        options.desk = desk_.get();
        options.ledgers = {(space_.home() / "class.ledger").string()};
        api_ = std::make_unique<Api>(options, *GameStore::open(":memory:"));
    }

    [[nodiscard]] Request request(const std::string& who, const std::string& method,
                                  const std::string& path, const std::string& body = "") const {
        Request out;
        out.method = method;
        out.target = "/api/desk" + path;
        out.host = "localhost:8017";
        out.content_type =
            path.starts_with("/hand-ins?") ? "application/octet-stream" : "application/json";
        out.body = body;
        const auto token = tokens_.find(who);
        out.desk_token = token == tokens_.end() ? who : token->second;
        return out;
    }
    SaidByApi ask(const Request& asked) { return ask_api(*api_, asked); }
    int status(const std::string& who, const std::string& method, const std::string& path,
               const std::string& body = "") {
        return ask(request(who, method, path, body)).status;
    }

    Workspace space_ = *Workspace::make();
    std::unique_ptr<Desk> desk_;
    std::map<std::string, std::string> tokens_;
    std::unique_ptr<Api> api_;
};

TEST_F(WebDesk, AsksForATokenAndKeepsStudentsApart) {
    EXPECT_EQ(status("", "GET", ""), 401);
    EXPECT_EQ(status("guess", "GET", ""), 401);
    EXPECT_EQ(status("Ada", "POST", "/hand-ins?file=homework3.py", "print()"), 201);
    EXPECT_EQ(status("Ada", "GET", "/hand-ins/1"), 200);
    EXPECT_EQ(status("Grace", "GET", "/hand-ins/1"), 200);
    EXPECT_EQ(status("Alan", "GET", "/hand-ins/1"), 404);
    EXPECT_EQ(status("Ada", "GET", "/hand-ins/x"), 404);
    EXPECT_EQ(status("Ada", "GET", "/class"), 403);
    EXPECT_EQ(status("Grace", "GET", "/class"), 200);
    for (const char* path : {"/pause", "/hand-ins/1/again", "/hand-ins/1/remove"}) {
        EXPECT_EQ(status("Ada", "POST", path, "{}"), 403) << path;
        EXPECT_EQ(status("Grace", "POST", path, "{}"), 200) << path;
    }
    EXPECT_EQ(status("Ada", "GET", "/nothing"), 404);
    EXPECT_EQ(status("Ada", "GET", "/pause"), 405);
    const Json json = ask(request("Ada", "GET", "")).json;
    EXPECT_EQ(json["hand_ins"].size(), 1U);
    EXPECT_TRUE(json["hand_ins"][0]["removed"].get<bool>());
    EXPECT_TRUE(json["paused"].get<bool>());
    EXPECT_EQ(json["uploads_left"], 1);
    EXPECT_TRUE(json["place"].is_null());
}

TEST_F(WebDesk, SaysWhyAnUploadIsNotTaken) {
    EXPECT_EQ(status("Ada", "POST", "/hand-ins?file=a.zip", "no archive"), 422);
    EXPECT_EQ(status("Ada", "POST", "/hand-ins?file=..%2Fa.py", "x"), 422);
    EXPECT_EQ(status("Ada", "POST", "/hand-ins?name=a.py", "x"), 400);
    Request form = request("Ada", "POST", "/hand-ins?file=a.py", "x");
    form.content_type = "multipart/form-data";
    EXPECT_EQ(ask(form).status, 415);
    form = request("Ada", "POST", "/hand-ins?file=a.py", "x");
    form.fetch_site = "cross-site";
    EXPECT_EQ(ask(form).status, 403);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(status("Ada", "POST", "/hand-ins?file=a.py", "x"), 201);
    EXPECT_EQ(status("Ada", "POST", "/hand-ins?file=a.py", "x"), 429);
    // Only a known person may send much.
    EXPECT_EQ(api_->body_limit(request("Ada", "POST", "/hand-ins?file=a.py")),
              std::size_t{4} << 20U);
    EXPECT_EQ(api_->body_limit(request("guess", "POST", "/hand-ins?file=a.py")), kMaxBodyBytes);
    EXPECT_EQ(api_->body_limit(request("Ada", "POST", "/pause")), kMaxBodyBytes);
}

TEST_F(WebDesk, GradesAgainWhatCountsAfterARemoval) {
    for (int i = 0; i < 2; ++i) EXPECT_EQ(status("Ada", "POST", "/hand-ins?file=a.py", "x"), 201);
    EXPECT_EQ(status("Grace", "POST", "/hand-ins/1/again", "{}"), 409);
    EXPECT_EQ(status("Grace", "POST", "/hand-ins/2/remove", "{}"), 200);
    EXPECT_EQ(status("Grace", "POST", "/hand-ins/1/again", "{}"), 200);
    EXPECT_EQ(status("Grace", "POST", "/hand-ins/2/again", "{}"), 200);  // and is back
    EXPECT_EQ(status("Grace", "POST", "/hand-ins/1/again", "{}"), 409);
}

TEST_F(WebDesk, CountsWhatGoesBefore) {
    int before = 0;
    for (const char* who : {"Ada", "Alan", "Grace"})
        EXPECT_EQ(ask(request(who, "POST", "/hand-ins?file=a.py", "x")).json["ahead"], before++);
    const auto ahead = [&](const std::string& who) {
        return ask(request(who, "GET", "")).json["hand_ins"][0]["ahead"];
    };
    EXPECT_EQ(ahead("Ada"), 0);
    EXPECT_EQ(ahead("Grace"), 2);
    EXPECT_EQ(ask(request("Grace", "GET", "/hand-ins/3")).json["ahead"], 2);
    EXPECT_EQ(status("Grace", "POST", "/hand-ins/1/remove", "{}"), 200);
    EXPECT_TRUE(ahead("Ada").is_null());
    EXPECT_EQ(ahead("Grace"), 1);
    const Json people = ask(request("Grace", "GET", "/class")).json["people"];
    EXPECT_EQ(people[1]["hand_ins"][0]["ahead"], 0);
    EXPECT_EQ(people[1]["hand_ins"][0]["trouble"], "");
}

TEST_F(WebDesk, IsToldOfByTheServer) {
    Request info = request("", "GET", "");
    info.target = "/api/info";
    EXPECT_EQ(ask(info).json["desk"]["title"], "class");
}

TEST_F(WebApi, HasNoDeskWithoutAClass) {
    EXPECT_EQ(ask(request("GET", "/api/desk")).status, 404);
    EXPECT_TRUE(ask(request("GET", "/api/info")).json["desk"].is_null());
}

}  // namespace
}  // namespace zerosum::web
