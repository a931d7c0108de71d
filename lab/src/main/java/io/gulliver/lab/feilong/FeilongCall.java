package io.gulliver.lab.feilong;

import io.gulliver.lab.LabRequest;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * One call that the REST layer has let pass.
 *
 * @param body a missing node for none
 * @param caller for the ledger
 */
record FeilongCall(LabRequest request, JsonNode body, String caller) {

    /** The user id in the path; the server writes them in capitals. */
    String userid() {
        return request.pathParameter("userid").toUpperCase(Locale.ROOT);
    }

    String operation() {
        return request.operation();
    }
}
