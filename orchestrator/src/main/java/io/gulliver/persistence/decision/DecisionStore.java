package io.gulliver.persistence.decision;

import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.view.DecisionRow.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people decided about databases. */
public interface DecisionStore {
    /**
     * What a person says.
     *
     * @param decided what, or null to take the last one back
     * @param factsVersion of the facts that are known
     * @param basis SHA-256 of what the person sees
     * @param content small values beside it, for the record
     */
    record NewDecision(
            String program,
            String database,
            Kind kind,
            @Nullable String decided,
            String reason,
            String by,
            long factsVersion,
            String basis,
            Map<String, Object> content) {}

    /**
     * Adds a decision; audited.
     *
     * @param expected number of the last decision of this kind that the person saw, 0 for none
     * @throws io.gulliver.persistence.StaleVersionException when somebody decided meanwhile
     * @throws io.gulliver.persistence.UnknownRowException no such database
     */
    default DecisionRow add(NewDecision said, long expected) {
        return add(said, expected, List.of());
    }

    /**
     * The same, of a decision that asks for a function: the audit says for whom a deputy decides.
     *
     * @param functions keys, any of which it asks for
     */
    DecisionRow add(NewDecision said, long expected, Collection<String> functions);

    /** The last decision of a kind, also one that takes back; empty before the first. */
    Optional<DecisionRow> last(String program, String database, Kind kind);

    /** The last decisions of a kind by database. */
    Map<String, DecisionRow> last(String program, Kind kind);

    /** Every decision about a database, oldest first. */
    List<DecisionRow> list(String program, String database);
}
