package io.gulliver.adapter.spectrumvirtualize;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One object of an answer, read by field name. The product sends every value as a string, also numbers, and an empty string for what
 * is absent.
 */
final class WireRow {

    /** An answer that is not what this level of the product should send; the client turns it into a BUG. */
    static final class UnreadableAnswer extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnreadableAnswer(String message) {
            super(message);
        }
    }

    private final JsonNode node;

    private WireRow(JsonNode node) {
        this.node = node;
    }

    /** The rows of a listing: an array of objects, one object, or nothing. */
    static List<WireRow> rows(JsonNode answer) {
        List<WireRow> rows = new ArrayList<>();
        if (answer.isArray()) {
            for (JsonNode element : answer) {
                rows.add(object(element));
            }
        } else if (!empty(answer)) {
            rows.add(object(answer));
        }
        return rows;
    }

    /**
     * The one object of a detail view. Some views send an array with one element per node, copy or tier: its elements are laid over
     * each other and the first one wins, since it describes the object itself.
     */
    static WireRow one(JsonNode answer) {
        if (!answer.isArray()) {
            return object(answer);
        }
        ObjectNode merged = JsonMapper.shared().createObjectNode();
        for (JsonNode element : answer) {
            for (String field : object(element).node.propertyNames()) {
                if (!merged.has(field)) {
                    merged.set(field, element.get(field));
                }
            }
        }
        if (merged.isEmpty()) {
            throw new UnreadableAnswer("an empty list, wanted one object");
        }
        return new WireRow(merged);
    }

    private static boolean empty(JsonNode answer) {
        return answer.isMissingNode()
                || answer.isNull()
                || (answer.isString() && answer.asString().isEmpty());
    }

    private static WireRow object(JsonNode node) {
        if (!node.isObject()) {
            throw new UnreadableAnswer("a value of type " + node.getNodeType() + ", wanted an object");
        }
        return new WireRow(node);
    }

    /** A field that every level sends. */
    String text(String field) {
        JsonNode value = node.get(field);
        if (value == null || !value.isValueNode()) {
            throw new UnreadableAnswer("no field \"" + field + "\"");
        }
        return value.asString();
    }

    /** A field that some levels do not send; empty string when absent. */
    String textIfAny(String field) {
        JsonNode value = node.get(field);
        return value == null || !value.isValueNode() ? "" : value.asString();
    }

    /** A number of bytes or things. */
    long number(String field) {
        String text = text(field);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new UnreadableAnswer("field \"" + field + "\" is \"" + text + "\", wanted a whole number");
        }
    }

    /** A count that some levels do not send; 0 when absent. */
    int countIfAny(String field) {
        return textIfAny(field).isEmpty() ? 0 : Math.toIntExact(number(field));
    }

    /** {@code yes} or {@code no}. */
    boolean yes(String field) {
        return textIfAny(field).equals("yes");
    }

    /** A list inside the object; empty when absent. */
    <T> List<T> list(String field, Function<WireRow, T> read) {
        JsonNode value = node.get(field);
        return value == null ? List.of() : rows(value).stream().map(read).toList();
    }
}
