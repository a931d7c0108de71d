package io.gulliver.ui.tasks;

import io.gulliver.playbook.ValueDeclaration;
import io.gulliver.playbook.expression.ValueType;
import io.gulliver.playbook.expression.ValueType.Kind;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What whoever completes a task is asked to give, as a field of a form.
 *
 * @param name as the playbook declares it
 * @param label for people
 * @param type what is wanted
 * @param unit of a number, or null
 */
public record Question(
        String name, String label, ValueType type, @Nullable String unit) {
    static Question of(ValueDeclaration wanted, String label) {
        return new Question(wanted.name(), label, wanted.type(), wanted.unit());
    }

    /** Name and id of its field. */
    public String field() {
        return "output." + name;
    }

    /** How it is asked: {@code choice}, {@code number}, {@code lines} or {@code text}; names a hint in messages.properties. */
    public String shape() {
        return switch (type.kind()) {
            case BOOL -> "choice";
            case INT, DOUBLE -> "number";
            case LIST, MAP -> "lines";
            case STRING, DURATION -> "text";
        };
    }

    /** The keyboard that a telephone shows. */
    public @Nullable String keyboard() {
        return switch (type.kind()) {
            case INT -> "numeric";
            case DOUBLE -> "decimal";
            default -> null;
        };
    }

    /**
     * What was typed, as a value of the declared type where it reads as one; else as it was typed, of which is told what was
     * wanted. Lists have an entry on each line, maps {@code name = value}; both are taken as JSON too.
     *
     * @param text without blanks around it, not empty
     */
    Object answer(String text) {
        return switch (type.kind()) {
            case LIST -> text.startsWith("[") ? json(text) : lines(text);
            case MAP -> text.startsWith("{") ? json(text) : entries(text);
            default -> scalar(type.kind(), text);
        };
    }

    private List<Object> lines(String text) {
        Kind of = type.of() == null ? Kind.STRING : type.of();
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> scalar(of, line))
                .toList();
    }

    private Object entries(String text) {
        Kind of = type.of() == null ? Kind.STRING : type.of();
        Map<String, Object> entries = new LinkedHashMap<>();
        for (String line :
                text.lines().map(String::strip).filter(one -> !one.isEmpty()).toList()) {
            int sign = line.indexOf('=');
            if (sign < 1) {
                return text;
            }
            entries.put(
                    line.substring(0, sign).strip(),
                    scalar(of, line.substring(sign + 1).strip()));
        }
        return entries;
    }

    private static Object scalar(Kind of, String text) {
        return switch (of) {
            case BOOL -> text.equals("true") ? Boolean.TRUE : text.equals("false") ? (Object) Boolean.FALSE : text;
            case INT, DOUBLE -> number(text);
            default -> text;
        };
    }

    /** Digits may be grouped by blanks, as pages write them; whatever is no number stays a text. */
    private static Object number(String text) {
        String digits = text.replaceAll("(?<=\\d)[ \\u00a0\\u202f](?=\\d{3}(?!\\d))", "");
        // an exponent could ask for more digits than there is memory for
        if (!digits.matches("[+-]?\\d{1,30}(\\.\\d{1,30})?")) {
            return text;
        }
        BigDecimal number = new BigDecimal(digits);
        return number.scale() == 0 ? number.toBigInteger() : number;
    }

    private static Object json(String text) {
        try {
            return JsonMapper.shared().readValue(text, Object.class);
        } catch (JacksonException e) {
            return text;
        }
    }
}
