package io.gulliver.playbook;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Goes through every text of a step's tree that may hold references or is a condition, and puts another in its place. */
final class StepTexts {
    /** Gives what stands in the place of a text. */
    interface Change {
        /** Of a text with references: a text, or a value of any type where the text was one reference alone. */
        JsonNode template(String pointer, String text);

        /** Of a condition. */
        String condition(String pointer, String text);

        /** Of a line for people, which takes the constants of a fragment's inputs and nothing else. */
        String line(String pointer, String text);
    }

    private StepTexts() {}

    /** Changes the step in place; pointers begin with {@code at}. */
    static void change(ObjectNode step, String at, Change change) {
        line(step, "title", at, change);
        templates(step, "inputs", at, change);
        templates(step.get("forEach"), "in", at + "/forEach", change);
        templates(step.get("doneCheck"), "inputs", at + "/doneCheck", change);
        templates(step.get("observe"), "total", at + "/observe", change);
        templates(step.get("observe"), "rate", at + "/observe", change);
        templates(step, "instructions", at, change);
        condition(step, "when", at, change);
        condition(step.get("repeat"), "until", at + "/repeat", change);
        if (step.get("criteria") instanceof ArrayNode criteria) {
            for (int i = 0; i < criteria.size(); i++) {
                line(criteria.get(i), "title", at + "/criteria/" + i, change);
                condition(criteria.get(i), "holds", at + "/criteria/" + i, change);
            }
        }
        if (step.get("evidence") instanceof ArrayNode evidence) {
            for (int i = 0; i < evidence.size(); i++) {
                if (evidence.get(i).isString()) {
                    String changed =
                            change.line(at + "/evidence/" + i, evidence.get(i).stringValue());
                    evidence.set(i, JsonNodeFactory.instance.stringNode(changed));
                }
            }
        }
    }

    private static void line(JsonNode node, String field, String at, Change change) {
        if (node instanceof ObjectNode object && object.path(field).isString()) {
            object.put(field, change.line(at + "/" + field, object.get(field).stringValue()));
        }
    }

    private static void condition(@Nullable JsonNode node, String field, String at, Change change) {
        if (node instanceof ObjectNode object && object.path(field).isString()) {
            object.put(
                    field, change.condition(at + "/" + field, object.get(field).stringValue()));
        }
    }

    private static void templates(@Nullable JsonNode node, String field, String at, Change change) {
        if (node instanceof ObjectNode object && object.has(field)) {
            object.set(field, deep(object.get(field), at + "/" + field, change));
        }
    }

    /** The same value with every text changed, however deep it lies. */
    static JsonNode deep(JsonNode value, String at, Change change) {
        if (value.isString()) {
            return change.template(at, value.stringValue());
        }
        if (value instanceof ArrayNode list) {
            ArrayNode changed = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < list.size(); i++) {
                changed.add(deep(list.get(i), at + "/" + i, change));
            }
            return changed;
        }
        if (value instanceof ObjectNode object) {
            ObjectNode changed = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> entry : object.properties()) {
                changed.set(entry.getKey(), deep(entry.getValue(), YamlDocument.pointer(at, entry.getKey()), change));
            }
            return changed;
        }
        return value;
    }
}
