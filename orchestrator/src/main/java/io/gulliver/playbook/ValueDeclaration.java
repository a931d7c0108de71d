package io.gulliver.playbook;

import com.google.re2j.Pattern;
import io.gulliver.playbook.expression.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * A declared value: a fact or parameter of a playbook, an input or output of an action.
 *
 * @param name as playbooks write it: lower case with {@code _}, facts may have dots
 * @param type what it is
 * @param unit for example GB, s; compared as text, never converted; null where none
 * @param required an input that has no default, a parameter that the policy must give, a fact that must be collected
 * @param defaultValue used when nothing is given, brought to its type; null where none
 * @param description for people, or null
 * @param pattern regular expression (RE2) that the whole of a text must match, or null
 */
public record ValueDeclaration(
        String name,
        ValueType type,
        @Nullable String unit,
        boolean required,
        @Nullable Object defaultValue,
        @Nullable String description,
        @Nullable Pattern pattern) {

    /** Whether a value of this type is also one that its pattern lets through. */
    public boolean admits(Object value) {
        return pattern == null || !(value instanceof String text) || pattern.matches(text);
    }
}
