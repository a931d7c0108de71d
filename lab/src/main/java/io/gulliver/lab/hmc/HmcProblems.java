package io.gulliver.lab.hmc;

import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabRequest;
import io.gulliver.lab.LabResponse;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The HMC's error body: who asked what, and the pair of status and reason that clients decide by. */
final class HmcProblems {

    private HmcProblems() {}

    /** The answer {@code status.reason}. The request's body is echoed, passwords included: the real HMC does so too. */
    static LabResponse problem(LabRequest request, String user, int status, int reason, String message) {
        ObjectNode body = JsonMapper.shared().createObjectNode();
        body.put("request-method", request.method());
        body.put("request-uri", request.path());
        body.putArray("request-query-parms");
        body.putObject("request-headers")
                .put("content-type", request.header("content-type").orElse(""));
        if (!user.isEmpty()) {
            body.put("request-authenticated-as", user);
        }
        request.json().ifPresent(sent -> body.set("request-body", sent));
        body.put("http-status", status);
        body.put("reason", reason);
        body.put("message", message);
        return LabResponse.json(status, body);
    }

    static LabRefusal refusal(LabRequest request, String user, int status, int reason, String message) {
        return new LabRefusal(problem(request, user, status, reason, message));
    }
}
