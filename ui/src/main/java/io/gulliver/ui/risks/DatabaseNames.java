package io.gulliver.ui.risks;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Names of databases as a form has them, separated by commas, or as an answer has them, a list: what was read can come back. */
final class DatabaseNames extends ValueDeserializer<String> {
    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) {
        return parser.hasToken(JsonToken.START_ARRAY)
                ? String.join(", ", context.readValue(parser, String[].class))
                : context.readValue(parser, String.class);
    }
}
