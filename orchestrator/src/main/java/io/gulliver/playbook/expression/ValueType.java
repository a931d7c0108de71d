package io.gulliver.playbook.expression;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The declared type of a fact, parameter, input or output. A number is a double or an int by declaration, never by how
 * it happens to be written: a value is brought to its declared type once, before anything compares it.
 *
 * @param kind what it is
 * @param of type of a list's elements or a map's values; null for scalars, and for an input that takes any element
 */
public record ValueType(Kind kind, @Nullable Kind of) {
    /** The kinds of values. Durations travel as ISO-8601 text and are durations in conditions. */
    public enum Kind {
        STRING,
        INT,
        DOUBLE,
        BOOL,
        DURATION,
        LIST,
        MAP;

        /** The word in a playbook. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind that a playbook's word names. */
        public static Kind parse(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    public static final ValueType STRING = new ValueType(Kind.STRING, null);
    public static final ValueType INT = new ValueType(Kind.INT, null);
    public static final ValueType BOOL = new ValueType(Kind.BOOL, null);

    private static final Pattern SHORT_DURATION = Pattern.compile("([0-9]{1,9})([smhd])");
    private static final double LARGEST_EXACT = 9.007199254740992E15;

    /** A value that is not of the declared type. The message says what was seen and what was wanted. */
    public static class Mismatch extends Exception {
        private static final long serialVersionUID = 1L;

        Mismatch(String message) {
            super(message);
        }
    }

    /**
     * Brings a value to this type: whole numbers become doubles where a double is declared, and a double becomes an int
     * only when nothing is lost. Text never becomes a number.
     *
     * @throws Mismatch when the value is of another type
     */
    public Object coerce(@Nullable Object value) throws Mismatch {
        if (value == null) {
            throw new Mismatch("no value, wanted " + this);
        }
        if (kind == Kind.LIST) {
            if (!(value instanceof List<?> elements)) {
                throw mismatch(value);
            }
            List<Object> list = new ArrayList<>();
            for (Object element : elements) {
                list.add(element(element, "element " + (list.size() + 1)));
            }
            return List.copyOf(list);
        }
        if (kind == Kind.MAP) {
            if (!(value instanceof Map<?, ?> entries)) {
                throw mismatch(value);
            }
            Map<String, Object> map = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                map.put(String.valueOf(entry.getKey()), element(entry.getValue(), "entry " + entry.getKey()));
            }
            return java.util.Collections.unmodifiableMap(map);
        }
        return scalar(kind, value);
    }

    private Object element(@Nullable Object value, String where) throws Mismatch {
        if (value == null) {
            throw new Mismatch(where + " has no value");
        }
        if (of == null) {
            return value;
        }
        try {
            return scalar(of, value);
        } catch (Mismatch e) {
            throw new Mismatch(where + ": " + e.getMessage());
        }
    }

    private static Object scalar(Kind kind, Object value) throws Mismatch {
        switch (kind) {
            case STRING:
                if (value instanceof String) {
                    return value;
                }
                break;
            case BOOL:
                if (value instanceof Boolean) {
                    return value;
                }
                break;
            case INT:
                return wholeNumber(value);
            case DOUBLE:
                if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
                    return number.doubleValue();
                }
                break;
            case DURATION:
                if (value instanceof Duration duration) {
                    return duration.toString();
                }
                if (value instanceof String text) {
                    return duration(text).toString();
                }
                break;
            default:
                break;
        }
        throw new Mismatch(describe(value) + ", wanted " + kind.word());
    }

    private static Long wholeNumber(Object value) throws Mismatch {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (number == Math.rint(number) && Math.abs(number) <= LARGEST_EXACT) {
                return (long) number;
            }
        }
        try {
            if (value instanceof BigInteger big) {
                return big.longValueExact();
            }
            if (value instanceof BigDecimal big) {
                return big.longValueExact();
            }
        } catch (ArithmeticException e) {
            throw new Mismatch(describe(value) + ", wanted a whole number that fits 64 bits");
        }
        throw new Mismatch(describe(value) + ", wanted int");
    }

    /**
     * Reads {@code 30s}, {@code 5m}, {@code 2h}, {@code 1d} or ISO-8601.
     *
     * @throws Mismatch for anything else
     */
    public static Duration duration(String text) throws Mismatch {
        Matcher matcher = SHORT_DURATION.matcher(text);
        if (matcher.matches()) {
            long count = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                default -> Duration.ofDays(count);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeException | ArithmeticException e) {
            throw new Mismatch("text '" + clip(text) + "', wanted a duration such as 30s, 5m, 2h, 1d or PT5M");
        }
    }

    /** Whether every value of the other type is a value of this one; an int is fit for a double. */
    public boolean accepts(ValueType other) {
        if (kind != other.kind) {
            return kind == Kind.DOUBLE && other.kind == Kind.INT;
        }
        return of == null || of == other.of || of == Kind.DOUBLE && other.of == Kind.INT;
    }

    private Mismatch mismatch(Object value) {
        return new Mismatch(describe(value) + ", wanted " + this);
    }

    /** Says what a value is, for people: {@code text 'abc'}, {@code whole number 5}. */
    public static String describe(Object value) {
        if (value instanceof String text) {
            return "text '" + clip(text) + "'";
        }
        if (value instanceof Boolean) {
            return "bool " + value;
        }
        if (value instanceof Double || value instanceof Float || value instanceof BigDecimal) {
            return "number " + value;
        }
        if (value instanceof Number) {
            return "whole number " + value;
        }
        if (value instanceof List<?> list) {
            return "a list of " + list.size();
        }
        if (value instanceof Map<?, ?> map) {
            return "a map of " + map.size();
        }
        return "a " + value.getClass().getSimpleName();
    }

    private static String clip(String text) {
        return text.length() > 60 ? text.substring(0, 57) + "..." : text;
    }

    @Override
    public String toString() {
        return of == null ? kind.word() : kind.word() + " of " + of.word();
    }
}
