package io.gulliver.playbook;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Writes a tree as YAML. The hash of a playbook is made over this text, so a change of a single blank here would give
 * every published playbook with fragments another hash: the text of equal trees never changes.
 */
final class YamlText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/](?:[A-Za-z0-9_./() -]*[A-Za-z0-9_./)])?");
    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");
    private static final Set<String> WORDS = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");
    private static final int LINE = 140;

    private final StringBuilder text = new StringBuilder();

    private YamlText() {}

    /** A map as text; reading it gives an equal tree. */
    static String write(JsonNode root) {
        YamlText yaml = new YamlText();
        yaml.map(root, "", "");
        return yaml.text.toString();
    }

    private void map(JsonNode map, String firstIndent, String indent) {
        String before = firstIndent;
        for (Map.Entry<String, JsonNode> entry : map.properties()) {
            text.append(before).append(key(entry.getKey())).append(':');
            before = indent;
            value(entry.getValue(), indent, entry.getKey().length());
        }
    }

    private void value(JsonNode value, String indent, int used) {
        String inLine = inLine(value, indent.length() + used + 2);
        if (inLine != null) {
            text.append(' ').append(inLine).append('\n');
        } else if (value.isString()) {
            block(value.stringValue(), indent + "  ");
        } else if (value.isObject()) {
            text.append('\n');
            map(value, indent + "  ", indent + "  ");
        } else {
            text.append('\n');
            for (JsonNode element : value) {
                list(element, indent + "  ");
            }
        }
    }

    private void list(JsonNode element, String indent) {
        String inLine = element.isObject() ? null : inLine(element, indent.length() + 2);
        text.append(indent).append('-');
        if (inLine != null) {
            text.append(' ').append(inLine).append('\n');
        } else if (element.isObject() && !element.isEmpty()) {
            map(element, " ", indent + "  ");
        } else if (element.isObject()) {
            text.append(" {}\n");
        } else if (element.isString()) {
            block(element.stringValue(), indent + "  ");
        } else {
            text.append('\n');
            for (JsonNode inner : element) {
                list(inner, indent + "  ");
            }
        }
    }

    /** The value on the rest of its line, or null where it wants lines of its own. */
    private static @Nullable String inLine(JsonNode value, int used) {
        if (value.isString()) {
            return isBlock(value.stringValue()) ? null : scalar(value.stringValue());
        }
        if (!value.isObject() && !value.isArray()) {
            return value.isNull() ? "null" : value.toString();
        }
        StringBuilder line = new StringBuilder(value.isObject() ? "{" : "[");
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                if (entry.getValue().isObject()) {
                    return null;
                }
                String inner = inLine(entry.getValue(), 0);
                if (inner == null) {
                    return null;
                }
                line.append(line.length() == 1 ? "" : ", ")
                        .append(key(entry.getKey()))
                        .append(": ")
                        .append(inner);
            }
        } else {
            for (JsonNode element : value) {
                String inner = element.isObject() ? null : inLine(element, 0);
                if (inner == null) {
                    return null;
                }
                line.append(line.length() == 1 ? "" : ", ").append(inner);
            }
        }
        line.append(value.isObject() ? "}" : "]");
        return value.isEmpty() || used + line.length() <= LINE ? line.toString() : null;
    }

    private static String key(String key) {
        return PLAIN_KEY.matches(key) && !WORDS.contains(key.toLowerCase(Locale.ROOT)) ? key : quoted(key);
    }

    private static String scalar(String value) {
        return PLAIN.matches(value) && !WORDS.contains(value.toLowerCase(Locale.ROOT)) ? value : quoted(value);
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (isSpecial(c)) {
                        quoted.append(String.format("\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private static boolean isSpecial(char c) {
        return c < ' '
                || c >= '\u007f' && c <= '\u00a0'
                || c == '\u2028'
                || c == '\u2029'
                || c == '\ufeff'
                || c >= '\ufffe';
    }

    /** Whether a text of several lines can stand as it is, line by line. */
    private static boolean isBlock(String value) {
        int first = value.indexOf('\n');
        if (first < 1 || value.charAt(0) == ' ' || value.charAt(0) == '\t' || value.endsWith("\n\n")) {
            return false;
        }
        for (String line : lines(value)) {
            if (!line.isEmpty() && line.isBlank()) {
                return false;
            }
        }
        return value.chars().noneMatch(c -> c != '\n' && c != '\t' && isSpecial((char) c) || c == '\r');
    }

    private static List<String> lines(String value) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (int end = value.indexOf('\n'); end >= 0; end = value.indexOf('\n', from)) {
            lines.add(value.substring(from, end));
            from = end + 1;
        }
        lines.add(value.substring(from));
        return lines;
    }

    private void block(String value, String indent) {
        boolean ends = value.endsWith("\n");
        text.append(ends ? " |\n" : " |-\n");
        for (String line : lines(ends ? value.substring(0, value.length() - 1) : value)) {
            text.append(line.isEmpty() ? "" : indent).append(line).append('\n');
        }
    }
}
