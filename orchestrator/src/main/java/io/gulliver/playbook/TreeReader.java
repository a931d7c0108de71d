package io.gulliver.playbook;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.gulliver.playbook.expression.ValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads plain values out of a tree that may not follow its schema: what is not as wanted becomes the default, because
 * the schema check has reported it, and the checks after it want to go on.
 */
final class TreeReader {
    private TreeReader() {}

    static String text(JsonNode node, String field, String orElse) {
        JsonNode value = node.get(field);
        return value != null && value.isString() ? value.stringValue() : orElse;
    }

    static @Nullable String textOrNull(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value != null && value.isString() ? value.stringValue() : null;
    }

    static int number(JsonNode node, String field, int orElse) {
        JsonNode value = node.get(field);
        return value != null && value.isInt() || value != null && value.isLong() && value.canConvertToInt()
                ? value.intValue()
                : orElse;
    }

    static boolean flag(JsonNode node, String field, boolean orElse) {
        JsonNode value = node.get(field);
        return value != null && value.isBoolean() ? value.booleanValue() : orElse;
    }

    static List<String> texts(JsonNode node, String field) {
        List<String> texts = new ArrayList<>();
        JsonNode value = node.get(field);
        if (value != null && value.isArray()) {
            value.forEach(element -> {
                if (element.isString()) {
                    texts.add(element.stringValue());
                }
            });
        }
        return texts;
    }

    static <E extends Enum<E>> E word(JsonNode node, String field, Class<E> type, E orElse) {
        String word = textOrNull(node, field);
        if (word != null) {
            for (E constant : type.getEnumConstants()) {
                if (constant.name().replace("_", "").toLowerCase(Locale.ROOT).equals(word.toLowerCase(Locale.ROOT))) {
                    return constant;
                }
            }
        }
        return orElse;
    }

    static Duration duration(JsonNode node, String field, Duration orElse) {
        Duration read = durationOrNull(node, field);
        return read == null ? orElse : read;
    }

    static @Nullable Duration durationOrNull(JsonNode node, String field) {
        String text = textOrNull(node, field);
        if (text == null) {
            return null;
        }
        try {
            return ValueType.duration(text);
        } catch (ValueType.Mismatch e) {
            return null;
        }
    }

    static @Nullable Object plain(JsonNode node) {
        if (node.isString()) {
            return node.stringValue();
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isIntegralNumber()) {
            return node.longValue();
        }
        if (node.isNumber()) {
            return node.doubleValue();
        }
        if (node.isArray()) {
            List<@Nullable Object> list = new ArrayList<>();
            node.forEach(element -> list.add(plain(element)));
            return list;
        }
        return node.isObject() ? map(node) : null;
    }

    static Map<String, Object> map(@Nullable JsonNode node) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (node != null && node.isObject()) {
            node.properties().forEach(entry -> {
                Object value = plain(entry.getValue());
                if (value != null) {
                    map.put(entry.getKey(), value);
                }
            });
        }
        return map;
    }

    /**
     * Reads declared values.
     *
     * @param anyElement whether a list or map without {@code of} takes any element; else it holds texts. One that says
     *     {@code of: any} always does.
     */
    static SortedMap<String, ValueDeclaration> declarations(
            Places document,
            @Nullable JsonNode node,
            String pointer,
            boolean anyElement,
            List<PlaybookProblem> problems) {
        SortedMap<String, ValueDeclaration> declarations = new TreeMap<>();
        if (node == null || !node.isObject()) {
            return declarations;
        }
        node.properties().forEach(entry -> {
            String at = YamlDocument.pointer(pointer, entry.getKey());
            JsonNode value = entry.getValue();
            ValueType.Kind kind = word(value, "type", ValueType.Kind.class, ValueType.Kind.STRING);
            boolean collection = kind == ValueType.Kind.LIST || kind == ValueType.Kind.MAP;
            ValueType.Kind of = null;
            if (value.has("of") && !collection) {
                problems.add(document.problem(
                        YamlDocument.pointer(at, "of"), "only a list or a map has 'of', not a " + kind.word(), null));
            } else if ("any".equals(textOrNull(value, "of"))) {
                of = null;
            } else if (value.has("of") || collection && !anyElement) {
                of = word(value, "of", ValueType.Kind.class, ValueType.Kind.STRING);
            }
            ValueType type = new ValueType(kind, of);
            Object defaultValue = null;
            JsonNode given = value.get("default");
            if (given != null) {
                try {
                    defaultValue = type.coerce(plain(given));
                } catch (ValueType.Mismatch e) {
                    problems.add(
                            document.problem(YamlDocument.pointer(at, "default"), "default: " + e.getMessage(), null));
                }
                if (flag(value, "required", false)) {
                    problems.add(document.problem(
                            YamlDocument.pointer(at, "required"),
                            "'" + entry.getKey() + "' is required and has a default",
                            "Drop one of them"));
                }
            }
            ValueDeclaration declared = new ValueDeclaration(
                    entry.getKey(),
                    type,
                    textOrNull(value, "unit"),
                    flag(value, "required", false),
                    defaultValue,
                    textOrNull(value, "description"),
                    pattern(document, value, type, at, problems));
            if (defaultValue != null && !declared.admits(defaultValue)) {
                problems.add(document.problem(
                        YamlDocument.pointer(at, "default"),
                        "default: \"" + defaultValue + "\" does not match its pattern",
                        null));
            }
            declarations.put(entry.getKey(), declared);
        });
        return declarations;
    }

    private static @Nullable Pattern pattern(
            Places document, JsonNode value, ValueType type, String at, List<PlaybookProblem> problems) {
        String text = textOrNull(value, "pattern");
        if (text == null) {
            return null;
        }
        String where = YamlDocument.pointer(at, "pattern");
        if (!type.equals(ValueType.STRING)) {
            problems.add(document.problem(where, "only a string has 'pattern', not a " + type, null));
            return null;
        }
        try {
            return Pattern.compile(text, Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            problems.add(document.problem(
                    where,
                    "'" + text + "' is no regular expression: " + e.getMessage(),
                    "Write it as RE2 reads it: github.com/google/re2/wiki/Syntax"));
            return null;
        }
    }
}
