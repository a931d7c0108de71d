package io.gulliver.ui.risks;

import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.ui.frame.Links;
import io.gulliver.ui.problem.Refusal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of a register are asked for, as the address says it.
 *
 * @param kind of entry, or null for all
 * @param state or null for all
 * @param owner as it is stored, {@code -} for entries without one, or null
 * @param late only those past their day
 * @param changed only those that were raised or changed in so many days of the program's time, or null
 * @param wave number of the wave that one of their databases is in, or null
 * @param database that they concern, or null
 */
public record RegisterQuery(
        @Nullable EntryKind kind,
        @Nullable RiskState state,
        @Nullable String owner,
        boolean late,
        @Nullable Integer changed,
        @Nullable Integer wave,
        @Nullable String database) {
    private static final String ALL = "all";
    /** Days that the filter of the page looks back. */
    public static final int WEEK = 7;

    /**
     * Of an address.
     *
     * @param kind when the address says none: a kind or {@code all}
     * @param show likewise the state
     * @throws Refusal 400 when a word of it is none
     */
    public static RegisterQuery of(Map<String, String> asked, String kind, String show) {
        return new RegisterQuery(
                choice(EntryKind.class, asked.getOrDefault("kind", kind)),
                choice(RiskState.class, asked.getOrDefault("show", show)),
                text(asked, "owner"),
                "true".equals(asked.get("late")),
                number(asked, "changed"),
                number(asked, "wave"),
                text(asked, "database"));
    }

    private static <E extends Enum<E>> @Nullable E choice(Class<E> all, String word) {
        if (word.isBlank() || word.equals(ALL)) {
            return null;
        }
        return Arrays.stream(all.getEnumConstants())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> Refusal.bad("problem.choice", word));
    }

    private static @Nullable String text(Map<String, String> asked, String name) {
        String text = asked.getOrDefault(name, "").strip();
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Integer number(Map<String, String> asked, String name) {
        String text = text(asked, name);
        if (text == null) {
            return null;
        }
        if (!text.matches("[0-9]{1,4}")) {
            throw Refusal.bad("problem.choice", text);
        }
        return Integer.valueOf(text);
    }

    /** The same of another kind. */
    RegisterQuery of(EntryKind other) {
        return new RegisterQuery(other, state, owner, late, changed, wave, database);
    }

    /** The same in one state. */
    RegisterQuery in(RiskState other) {
        return new RegisterQuery(kind, other, owner, late, changed, wave, database);
    }

    /** Of all kinds, changed in a week. */
    static RegisterQuery ofTheWeek() {
        return new RegisterQuery(null, null, null, false, WEEK, null, null);
    }

    /** Whether more than kind and state is asked for. */
    public boolean narrows() {
        return owner != null || late || changed != null || wave != null || database != null;
    }

    /** Behind the path of the page or of a file. */
    public String address() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("kind", kind == null ? ALL : kind.name().toLowerCase(Locale.ROOT));
        parts.put("show", state == null ? ALL : state.name().toLowerCase(Locale.ROOT));
        if (owner != null) {
            parts.put("owner", owner);
        }
        if (late) {
            parts.put("late", "true");
        }
        if (changed != null) {
            parts.put("changed", changed.toString());
        }
        if (wave != null) {
            parts.put("wave", wave.toString());
        }
        if (database != null) {
            parts.put("database", database);
        }
        return parts.entrySet().stream()
                .map(part -> part.getKey() + "=" + Links.part(part.getValue()))
                .collect(Collectors.joining("&", "?", ""));
    }
}
