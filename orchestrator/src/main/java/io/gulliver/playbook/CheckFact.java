package io.gulliver.playbook;

import com.google.re2j.Pattern;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.playbook.expression.ValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fact that tuning checks may read.
 *
 * @param name as rules write it after {@code facts.}: {@code pages.total}
 * @param unit for people, or null
 * @param about one line
 * @param design where it comes from before the build, or null where nobody knows it then
 * @param target where it comes from on what stands, or null where nobody knows it then
 */
public record CheckFact(
        String name,
        ValueType type,
        @Nullable String unit,
        String about,
        @Nullable String design,
        @Nullable String target) {
    private static final Pattern WORDS = Pattern.compile("[ ,]+");

    /** Where it comes from at that moment, or null. */
    public @Nullable String from(CheckMoment moment) {
        return switch (moment) {
            case DESIGN -> design;
            case TARGET -> target;
        };
    }

    /**
     * The value that a text says: a number, yes or no as {@code true} and {@code false}, words apart by blanks or commas.
     *
     * @throws ValueType.Mismatch when it says none of this type
     */
    public Object read(String text) throws ValueType.Mismatch {
        String plain = text.strip();
        try {
            return type.coerce(
                    switch (type.kind()) {
                        case INT -> Long.parseLong(plain);
                        case DOUBLE -> Double.parseDouble(plain);
                        case BOOL ->
                            plain.equals("true") || plain.equals("false") ? Boolean.valueOf(plain) : (Object) plain;
                        case LIST -> plain.isEmpty() ? List.of() : List.of(WORDS.split(plain));
                        case STRING, DURATION, MAP -> plain;
                    });
        } catch (NumberFormatException e) {
            return type.coerce(plain); // says that it is a text
        }
    }
}
