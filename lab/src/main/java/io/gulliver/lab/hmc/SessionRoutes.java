package io.gulliver.lab.hmc;

import static io.gulliver.lab.hmc.HmcFields.text;

import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabRequest;
import io.gulliver.lab.LabResponse;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Logon, logoff and the version query. Neither changes what the HMC manages, so the ledger does not have them. */
final class SessionRoutes {

    private static final HmcFields LOGON = new HmcFields()
            .required("userid", text(1, 320))
            .required("password", text(1, 256))
            .optional("new-password", text(1, 256));

    private final HmcSessions sessions;

    SessionRoutes(HmcSessions sessions) {
        this.sessions = sessions;
    }

    void add(LabHttp http) {
        http.read("GET", "/api/version", "query-api-version", request -> {
            ObjectNode version = JsonMapper.shared().createObjectNode();
            version.put("hmc-name", "LABHMC");
            version.put("hmc-version", "2.16.0");
            version.put("api-major-version", 4);
            version.put("api-minor-version", 10);
            return LabResponse.json(200, version);
        });
        http.read("POST", "/api/sessions", "logon", this::logon);
        http.read("DELETE", "/api/sessions/this-session", "logoff", request -> {
            if (sessions.use(request).isEmpty()) {
                throw HmcProblems.refusal(request, "", 403, 5, "The session is not valid or has expired");
            }
            sessions.end(request);
            return LabResponse.empty(204);
        });
    }

    private LabResponse logon(LabRequest request) {
        HmcCall call = new HmcCall(request, "");
        ObjectNode body = call.body();
        LOGON.check(call, body);
        String user = body.path("userid").asString();
        if (!sessions.knows(user, body.path("password").asString())) {
            throw call.refuse(403, 0, "The user ID or password is not valid");
        }
        String session = sessions.open(user)
                .orElseThrow(() -> call.refuse(400, 13, "The user has reached the maximum number of API sessions"));
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.put("api-session", session);
        answer.put("notification-topic", user + ".1");
        answer.put("job-notification-topic", user + ".1job");
        answer.put("api-major-version", 4);
        answer.put("api-minor-version", 10);
        answer.put("password-expires", -1);
        answer.put("session-credential", sessions.secret());
        return LabResponse.json(200, answer);
    }
}
