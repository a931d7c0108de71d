package io.gulliver.ui.problem;

import io.gulliver.ui.frame.Words;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.PropertyBindingException;

/** Says of content that could not be read which part it is, and what was expected there. */
final class Unreadable {
    private Unreadable() {}

    /** What is wrong, with a pointer; the whole content is the empty pointer. */
    static FieldProblem of(@Nullable Throwable cause, Words words) {
        if (!(cause instanceof JacksonException failure)) {
            return new FieldProblem("", words.text("unreadable.missing"));
        }
        String pointer = pointer(failure);
        if (failure instanceof StreamConstraintsException) {
            return new FieldProblem(pointer, words.text("unreadable.large"));
        }
        if (failure instanceof StreamReadException) {
            TokenStreamLocation at = failure.getLocation();
            return new FieldProblem(
                    pointer,
                    at == null
                            ? words.text("unreadable.json")
                            : words.text("unreadable.json.at", at.getLineNr(), at.getColumnNr()));
        }
        if (failure instanceof PropertyBindingException unknown) {
            return new FieldProblem(
                    pointer,
                    words.text(
                            "unreadable.unknown",
                            unknown.getKnownPropertyIds().stream()
                                    .map(String::valueOf)
                                    .sorted()
                                    .collect(Collectors.joining(", "))));
        }
        if (failure instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return new FieldProblem(pointer, wanted(mismatch.getTargetType(), words));
        }
        return new FieldProblem(
                pointer,
                failure instanceof DatabindException ? words.text("unreadable.shape") : words.text("unreadable.json"));
    }

    private static String wanted(Class<?> type, Words words) {
        if (type.isEnum()) {
            return words.text(
                    "unreadable.choice",
                    Arrays.stream(type.getEnumConstants()).map(String::valueOf).collect(Collectors.joining(", ")));
        }
        if (type == boolean.class || type == Boolean.class) {
            return words.text("unreadable.boolean");
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return words.text("unreadable.whole");
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return words.text("unreadable.number");
        }
        if (type == Instant.class) {
            return words.text("unreadable.instant");
        }
        if (type == LocalDate.class) {
            return words.text("unreadable.date");
        }
        if (type == String.class) {
            return words.text("unreadable.text");
        }
        if (Collection.class.isAssignableFrom(type)) {
            return words.text("unreadable.list");
        }
        return words.text(
                type.isRecord() || Map.class.isAssignableFrom(type) ? "unreadable.object" : "unreadable.shape");
    }

    private static String pointer(JacksonException failure) {
        List<JacksonException.Reference> path = failure.getPath();
        StringBuilder pointer = new StringBuilder();
        for (JacksonException.Reference part : path) {
            String name = part.getPropertyName();
            pointer.append('/')
                    .append(
                            name == null
                                    ? String.valueOf(part.getIndex())
                                    : name.replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }
}
