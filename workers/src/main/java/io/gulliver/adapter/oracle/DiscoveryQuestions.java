package io.gulliver.adapter.oracle;

import io.gulliver.adapter.oracle.OracleStatement.Discovery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The questions of live discovery: statements of the catalogue by what they answer, with a variant for each release that
 * needs its own text.
 */
public final class DiscoveryQuestions {
    private static final Pattern ID = Pattern.compile("\\bD\\d{2}[bc]?\\b");

    private final SortedMap<String, List<OracleStatement>> variants = new TreeMap<>();

    private DiscoveryQuestions() {}

    /** Takes the statements that discovery asks. */
    public static DiscoveryQuestions of(OracleStatements catalogue) {
        DiscoveryQuestions questions = new DiscoveryQuestions();
        catalogue.all().values().stream()
                .filter(statement -> statement.discovery() != null)
                .forEach(statement -> questions
                        .variants
                        .computeIfAbsent(discovery(statement).question(), key -> new ArrayList<>())
                        .add(statement));
        questions
                .variants
                .values()
                .forEach(each -> each.sort((a, b) -> OracleStatement.Versions.order(
                        a.versions().min(), b.versions().min())));
        return questions;
    }

    /** How a statement of discovery is asked. */
    public static Discovery discovery(OracleStatement statement) {
        Discovery discovery = statement.discovery();
        if (discovery == null) {
            throw new IllegalArgumentException("Statement " + statement.id() + " is no question of discovery");
        }
        return discovery;
    }

    /** Ids of {@code docs/domain/discovery.md} that a statement answers, such as D13b, in the order of its source. */
    public static List<String> ids(OracleStatement statement) {
        List<String> ids = new ArrayList<>();
        Matcher id = ID.matcher(statement.source());
        while (id.find()) {
            ids.add(id.group());
        }
        return ids;
    }

    /** Variants of each question, the oldest first. */
    public SortedMap<String, List<OracleStatement>> all() {
        return Collections.unmodifiableSortedMap(variants);
    }

    /**
     * The variant for a release.
     *
     * @param release digits and points, such as 10.2.0.5.0
     * @return empty when the release has none
     */
    public Optional<OracleStatement> find(String question, String release) {
        return variants.getOrDefault(question, List.of()).stream()
                .filter(statement -> statement.versions().contains(release))
                .reduce((older, newer) -> newer);
    }

    /** The variant of every question for a release: owners first, then by id, those for quiet hours last. */
    public List<OracleStatement> fitting(String release) {
        return variants.keySet().stream()
                .flatMap(question -> find(question, release).stream())
                .sorted(Comparator.comparing((OracleStatement one) ->
                                !discovery(one).question().equals("owners"))
                        .thenComparing(one -> discovery(one).quiet())
                        .thenComparing(one -> ids(one).stream().findFirst().orElse("E"))
                        .thenComparing(OracleStatement::id))
                .toList();
    }
}
