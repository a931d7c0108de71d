package io.gulliver.evidence.discovery;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Rows of the owners that are not Oracle's. Every database has some of Oracle's own: the link SYS_HUB and the external table
 * OPATCH_XML_INV of SYS say nothing of the applications.
 */
final class Owned {
    private Owned() {}

    /** Whether it is known which rows are whose. */
    static boolean known(QueryResults answers, String question) {
        return answers.has(question) && answers.has("owners");
    }

    /** Rows whose OWNER is a user that Oracle did not make. */
    static List<AnswerRow> rows(QueryResults answers, String question) {
        return rows(answers, question, new HashSet<>(answers.values("owners", "USERNAME")));
    }

    /** The same with those of PUBLIC, which anybody may have made. */
    static List<AnswerRow> orPublic(QueryResults answers, String question) {
        Set<String> owners = new HashSet<>(answers.values("owners", "USERNAME"));
        owners.add("PUBLIC");
        return rows(answers, question, owners);
    }

    private static List<AnswerRow> rows(QueryResults answers, String question, Set<String> owners) {
        return answers.of(question).stream()
                .filter(row -> owners.contains(row.text("OWNER")))
                .toList();
    }
}
