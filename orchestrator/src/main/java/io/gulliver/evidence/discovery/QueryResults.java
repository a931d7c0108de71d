package io.gulliver.evidence.discovery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one database answered, by question. A question without an answer is not the same as one with no rows: only of the
 * latter anything is known.
 */
public final class QueryResults {
    private final SortedMap<String, List<AnswerRow>> rows = new TreeMap<>();
    private final SortedMap<String, String> unanswered = new TreeMap<>();

    /** Adds rows; an answer in parts is one answer. */
    public void add(String question, Collection<AnswerRow> more) {
        rows.computeIfAbsent(question, key -> new ArrayList<>()).addAll(more);
        unanswered.remove(question);
    }

    /** Notes that a question has no answer; what came of it before counts no more, for it may be a part. */
    public void miss(String question, String why) {
        rows.remove(question);
        unanswered.put(question, why);
    }

    public boolean has(String question) {
        return rows.containsKey(question);
    }

    /** Rows of a question, none when it has no answer. */
    public List<AnswerRow> of(String question) {
        return Collections.unmodifiableList(rows.getOrDefault(question, List.of()));
    }

    /** First row of a question, or null. */
    public @Nullable AnswerRow first(String question) {
        List<AnswerRow> all = of(question);
        return all.isEmpty() ? null : all.get(0);
    }

    /** Different values of a column, sorted. */
    public List<String> values(String question, String column) {
        return List.copyOf(of(question).stream()
                .map(row -> row.text(column).strip())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Value of a parameter of the first instance that has one, or null. */
    public @Nullable String parameter(String name) {
        return of("named-parameters").stream()
                .filter(row -> row.is("NAME", name))
                .map(row -> row.find("VALUE"))
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .orElse(null);
    }

    /** All answers by question. */
    public SortedMap<String, List<AnswerRow>> all() {
        return Collections.unmodifiableSortedMap(rows);
    }

    /** Why a question has no answer, by question. */
    public SortedMap<String, String> unanswered() {
        return Collections.unmodifiableSortedMap(unanswered);
    }
}
