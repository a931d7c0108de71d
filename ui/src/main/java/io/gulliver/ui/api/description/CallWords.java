package io.gulliver.ui.api.description;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What {@code api/calls.yaml} says of one call: what code cannot say of itself.
 *
 * @param id its name in generated clients and in the command line; never changed once a release has it
 * @param tag the group that it belongs to
 * @param summary in one line
 * @param description what else to know, or null
 * @param status of a success, or null for what the code says
 * @param headers of a success: ETag, Location
 * @param answer media types of a success that is no JSON, or null
 * @param body media types of content that is read as it comes, or null
 * @param says of single refusals more than the usual words, by status, or null
 * @param refused name of what is told of content that is refused, beside the problem, or null
 * @param example a JSON body, or null
 */
record CallWords(
        String id,
        String tag,
        String summary,
        @Nullable String description,
        @Nullable Integer status,
        @Nullable List<String> headers,
        @Nullable List<String> answer,
        @Nullable List<String> body,
        @Nullable Map<String, String> says,
        @Nullable String refused,
        @Nullable Map<String, Object> example) {
    static final String FILE = "/api/calls.yaml";

    /** Every call by method and address, as {@code GET /api/v1/programs}. */
    static Map<String, CallWords> all() {
        YAMLMapper yaml = YAMLMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        try (InputStream file = Objects.requireNonNull(CallWords.class.getResourceAsStream(FILE), FILE)) {
            return yaml.readValue(file, new TypeReference<Map<String, CallWords>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " of this program cannot be read", e);
        }
    }
}
