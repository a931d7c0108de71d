package io.gulliver.lab.ds8000;

import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabResponse;
import java.net.URI;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The product's envelopes.
 *
 * <p>Codes that a public client names: those of tokens, of logons and of full LSS. All others here are stand-ins that no
 * source confirms; a client that decides by one of them is wrong.
 */
final class Ds8000Answers {
    static final String DONE = "Operation done successfully.";

    /** Token expired or unknown, and the second spelling of it. */
    static final String TOKEN_EXPIRED = "BE7A001A";

    static final String LOGON_REFUSED = "BE7A002D";
    static final String LSS_FULL = "BE7A0031";
    static final String EVERY_LSS_FULL = "BE7A0032";

    /** Stand-ins. */
    static final String INVALID = "BE7AFF00";

    static final String ABSENT = "BE7AFF01";
    static final String TAKEN = "BE7AFF02";
    static final String POOL_FULL = "BE7AFF03";
    static final String RULE = "BE7AFF04";
    static final String IN_USE = "BE7AFF05";
    static final String BUSY = "BE7AFF06";

    private Ds8000Answers() {}

    static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    static ArrayNode array() {
        return JsonMapper.shared().createArrayNode();
    }

    static ObjectNode server(String status, String code, String message) {
        return object().put("status", status).put("code", code).put("message", message);
    }

    static ObjectNode link(URI at, String path) {
        return object().put("rel", "self").put("href", at + "/api/v1/" + path);
    }

    /** What another object is known by. */
    static ObjectNode reference(URI at, String id, String path) {
        ObjectNode reference = object().put("id", id);
        reference.set("link", link(at, path));
        return reference;
    }

    /** A listing. */
    static LabResponse data(String kind, List<? extends JsonNode> rows) {
        ObjectNode body = object();
        body.set("server", server("ok", "CMUC00183I", DONE));
        body.putObject("counts").put("data_counts", rows.size()).put("total_counts", rows.size());
        ArrayNode list = body.putObject("data").putArray(kind);
        rows.forEach(list::add);
        return LabResponse.json(200, body);
    }

    /** One object was made. */
    static LabResponse made(String kind, JsonNode row, ObjectNode link) {
        ObjectNode body = object();
        body.set("server", server("ok", "", DONE));
        body.putObject("data").putArray(kind).add(row);
        body.set("link", link);
        return LabResponse.json(200, body);
    }

    /** Several were asked for: one answer each, good or bad, and none for all of them. */
    static LabResponse responses(ArrayNode each) {
        ObjectNode body = object();
        body.set("responses", each);
        return LabResponse.json(200, body);
    }

    static LabResponse done() {
        ObjectNode body = object();
        body.set("server", server("ok", "", DONE));
        return LabResponse.json(200, body);
    }

    static LabResponse failed(int status, String code, String message) {
        ObjectNode body = object();
        body.set("server", server("failed", code, message));
        return LabResponse.json(status, body);
    }

    /** The HMC gave up waiting for the storage unit; nobody knows what became of it. */
    static LabResponse timeout() {
        ObjectNode body = object();
        body.set("server", server("timeout", "", "The operation timed out."));
        return LabResponse.json(200, body);
    }

    static LabRefusal refusal(int status, String code, String message) {
        return new LabRefusal(failed(status, code, message));
    }

    static LabRefusal invalid(String message) {
        return refusal(400, INVALID, message);
    }

    static LabRefusal absent(String what) {
        return refusal(404, ABSENT, what + " does not exist.");
    }
}
