package io.gulliver.lab.hmc;

import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabRequest;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call within a session, with the answers every operation shares.
 *
 * @param user who is logged on
 */
record HmcCall(LabRequest request, String user) {

    LabRefusal refuse(int status, int reason, String message) {
        return HmcProblems.refusal(request, user, status, reason, message);
    }

    /** 404.1: no object, or no permission for it. */
    LabRefusal notFound() {
        return refuse(404, 1, "The object designated by the URI does not exist or the API user has no access to it");
    }

    /** 409.1: the object has the wrong status. */
    LabRefusal wrongStatus(String message) {
        return refuse(409, 1, message);
    }

    /** The path without the operation's end, which is the URI of the object meant. */
    String objectUri(String ending) {
        String path = request.path();
        return path.substring(0, path.length() - ending.length());
    }

    /** The body: 400.3 when there is none, 400.9 when it is no JSON object. */
    ObjectNode body() {
        if (request.body().length == 0) {
            throw refuse(400, 3, "The request requires a body");
        }
        JsonNode body = request.json().orElseThrow(() -> refuse(400, 9, "The request body is not well-formed JSON"));
        if (body instanceof ObjectNode object) {
            return object;
        }
        throw refuse(400, 9, "The request body is not a JSON object");
    }

    /** 400.4 when there is a body where none is allowed, not even an empty object (python-zhmcclient pull request 828). */
    void noBody() {
        if (request.body().length > 0) {
            throw refuse(400, 4, "The request must not have a body");
        }
    }

    /** 400.1 for a query parameter that the operation does not know. */
    void queryOnly(String... known) {
        for (String name : request.query().keySet()) {
            if (!List.of(known).contains(name)) {
                throw refuse(400, 1, "The query parameter '" + name + "' is not supported by this operation");
            }
        }
    }

    /** Whether an object passes the query's filters: name as a regular expression, all others as exact values. */
    boolean matches(JsonNode object, String... properties) {
        for (String property : properties) {
            String wanted = request.query(property).orElse(null);
            if (wanted == null) {
                continue;
            }
            String actual = object.path(property).asString("");
            try {
                if (!(property.equals("name") ? actual.matches(wanted) : actual.equals(wanted))) {
                    return false;
                }
            } catch (PatternSyntaxException e) {
                throw refuse(400, 14, "The query parameter 'name' is not a regular expression");
            }
        }
        return true;
    }

    /** Only the named properties, as lists show them. */
    static ObjectNode summary(ObjectNode object, String... properties) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        for (String property : properties) {
            if (object.has(property)) {
                line.set(property, object.get(property));
            }
        }
        return line;
    }
}
