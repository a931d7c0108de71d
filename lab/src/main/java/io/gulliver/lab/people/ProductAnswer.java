package io.gulliver.lab.people;

import tools.jackson.databind.JsonNode;

/**
 * What the product answered.
 *
 * @param status HTTP status
 * @param body JSON, or an empty object when there was none
 */
record ProductAnswer(int status, JsonNode body) {
    boolean good() {
        return status >= 200 && status < 300;
    }

    /** The detail of a problem, or its title, or the status. */
    String problem() {
        String detail = body.path("detail").asString("");
        String title = body.path("title").asString("");
        return "HTTP " + status + (detail.isEmpty() ? title.isEmpty() ? "" : ": " + title : ": " + detail);
    }
}
