package io.gulliver.ui.api.description;

import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What {@code api/parts.yaml} says of parameters and of parts of bodies: one word for all of a name, and another one where
 * a call or a schema means something of its own by it.
 */
@SuppressWarnings("rawtypes") // swagger has its maps of schemas so
final class PartWords {
    static final String FILE = "/api/parts.yaml";

    private final Map<String, String> words;

    private PartWords(Map<String, String> words) {
        this.words = words;
    }

    static PartWords all() {
        try (InputStream file = Objects.requireNonNull(PartWords.class.getResourceAsStream(FILE), FILE)) {
            return new PartWords(
                    YAMLMapper.builder().build().readValue(file, new TypeReference<Map<String, String>>() {}));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " of this program cannot be read", e);
        }
    }

    /** Gives a parameter of a call its words, unless the code has some. */
    void complete(String call, Parameter parameter) {
        if (parameter.getDescription() == null) {
            parameter.setDescription(of(call, parameter.getName()));
        }
    }

    /** Gives a schema that is sent, and its parts, their words, unless the code has some. */
    void complete(String name, Schema<?> schema) {
        if (schema.getDescription() == null) {
            schema.setDescription(words.get(name));
        }
        Map<String, Schema> properties = schema.getProperties();
        if (properties == null) {
            return;
        }
        properties.forEach((part, property) -> {
            // beside a reference nothing counts: the words are those of the schema that it leads to
            if (property.get$ref() == null && property.getDescription() == null) {
                property.setDescription(of(name, part));
            }
        });
    }

    private @Nullable String of(String owner, String name) {
        String own = words.get(owner + "." + name);
        return own == null ? words.get(name) : own;
    }
}
