package io.gulliver.lab.feilong;

import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The server's envelope around every answer, and how it chooses the HTTP status: by what failed, with 500 for most failures
 * of z/VM itself.
 */
final class FeilongAnswers {

    static final int SMT = 1;
    static final int GUEST = 10;
    static final int NETWORK = 20;
    static final int VOLUME = 30;
    static final int IMAGE = 40;
    private static final int SDK_CLIENT = 110;
    private static final int REST_LAYER = 120;
    private static final int GENERAL = 400;
    private static final String JSON = "application/json";
    private static final String HTML = "text/html; charset=UTF-8";

    private FeilongAnswers() {}

    static LabResponse ok(JsonNode output) {
        ObjectNode envelope = envelope(0, null, 0, 0, "");
        envelope.set("output", output);
        return LabResponse.json(200, envelope);
    }

    static LabResponse done() {
        return ok(JsonMapper.shared().getNodeFactory().stringNode(""));
    }

    private static ObjectNode envelope(int overall, @Nullable Integer module, int rc, int rs, String message) {
        ObjectNode envelope = JsonMapper.shared().createObjectNode();
        envelope.put("overallRC", overall);
        envelope.put("modID", module);
        envelope.put("rc", rc);
        envelope.put("rs", rs);
        envelope.put("errmsg", message);
        envelope.put("output", "");
        return envelope;
    }

    private static LabResponse error(
            int status, String contentType, int overall, int module, int rc, int rs, String message) {
        return LabResponse.text(
                status, contentType, envelope(overall, module, rc, rs, message).toString());
    }

    /** What the SDK itself says: overallRC and rc are the same, and the HTTP status for those that HTTP has. */
    static LabResponse sdk(int code, int module, int rs, String message) {
        int status = switch (code) {
            case 404, 409, 501, 503 -> code;
            case 100 -> 400;
            default -> 500;
        };
        return error(status, JSON, code, module, code, rs, message);
    }

    static LabRefusal sdkRefusal(int code, int module, int rs, String message) {
        return new LabRefusal(sdk(code, module, rs, message));
    }

    /** What z/VM's own functions say through the layer below; only few of their codes have an HTTP status of their own. */
    static LabResponse smt(String failed, int rc, int rs, boolean reads) {
        int status = 500;
        if ((rc == 400 || rc == 200) && rs == 4 && reads) {
            status = 404;
        } else if (rc == 400 && rs == 8) {
            status = 409;
        }
        return error(
                status,
                JSON,
                8,
                SMT,
                rc,
                rs,
                failed + " SMT error: SMT request failed. Results: {'overallRC': 8, 'rc': " + rc + ", 'rs': " + rs
                        + "}");
    }

    static LabRefusal smtRefusal(String failed, int rc, int rs, boolean reads) {
        return new LabRefusal(smt(failed, rc, rs, reads));
    }

    static LabRefusal noDiskPool(String pool) {
        return new LabRefusal(error(404, JSON, 4, SMT, 5, 402, "Disk pool " + pool + " does not exist."));
    }

    static LabRefusal notThere(int module, String object) {
        return sdkRefusal(404, module, 1, object + " does not exist.");
    }

    /** What the REST layer refuses before anything is done; some of these are JSON that calls itself HTML. */
    static LabResponse invalid(String message, boolean saysHtml) {
        return error(400, saysHtml ? HTML : JSON, 400, REST_LAYER, 400, 400, message);
    }

    static LabResponse unauthorized() {
        return error(
                401,
                JSON,
                400,
                REST_LAYER,
                400,
                401,
                "This server could not verify that you are authorized to access the document you requested.");
    }

    /** The REST layer cannot reach the server behind it (1), or loses it over a request (6). */
    static LabResponse sdkServer(int rs, String message) {
        return error(500, JSON, 101, SDK_CLIENT, 101, rs, message);
    }

    static LabResponse internal(String message) {
        return error(500, JSON, 500, GENERAL, 500, 1, "Unexpected internal error in ZVM SDK, error: " + message);
    }

    /** A page of the web server in front, for what never reaches the REST layer. */
    static LabResponse page(int status, String title) {
        return LabResponse.text(
                status,
                HTML,
                "<html>\n <head>\n  <title>" + status + " " + title + "</title>\n </head>\n <body>\n  <h1>" + status
                        + " " + title + "</h1>\n </body>\n</html>");
    }
}
