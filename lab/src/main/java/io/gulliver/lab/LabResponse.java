package io.gulliver.lab;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One answer of a simulator.
 *
 * @param headers by name; the content type is set by the factory methods
 * @param body empty for none
 */
public record LabResponse(int status, Map<String, String> headers, byte[] body) {

    /** An answer without a body. */
    public static LabResponse empty(int status) {
        return new LabResponse(status, Map.of(), new byte[0]);
    }

    /** An answer with a JSON body. */
    public static LabResponse json(int status, JsonNode body) {
        return new LabResponse(
                status,
                Map.of("Content-Type", "application/json"),
                JsonMapper.shared().writeValueAsBytes(body));
    }

    /** An answer with a text body of the given type. */
    public static LabResponse text(int status, String contentType, String body) {
        return new LabResponse(status, Map.of("Content-Type", contentType), body.getBytes(StandardCharsets.UTF_8));
    }

    /** The same answer with one more header. */
    public LabResponse header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new LabResponse(status, more, body);
    }
}
