package io.gulliver.assessment.start;

import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.planning.method.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A rehearsal is another thing than production: it says what it copies from, and what makes its source read only does not
 * copy from the live one ({@code docs/domain/methods.md}, 1.1: <i>rehearsed without an outage</i>). Production copies from
 * the source, and was rehearsed.
 */
public final class RehearsalRules {
    /** No rehearsal by the method of a production start has reached its end. */
    public static final String UNREHEARSED = "unrehearsed";

    private RehearsalRules() {}

    /**
     * Why a run may not copy from there, and what to do.
     *
     * @param carries key of the playbook's method
     */
    public static Optional<RuleViolation> violation(
            Purpose purpose, boolean evaluateOnly, @Nullable RehearsalSource source, String carries) {
        if (purpose != Purpose.REHEARSAL || evaluateOnly) {
            return source == null
                    ? Optional.empty()
                    : Optional.of(
                            RuleViolation.notSo(
                                    "Only a rehearsal names its source: production, discovery and evaluations read the live one."));
        }
        if (source == null) {
            return Optional.of(RuleViolation.notSo("A rehearsal names its source: COPY, SNAPSHOT or STANDBY with its"
                    + " host, or LIVE for the live source, on which nothing is changed but what the rehearsal makes for"
                    + " itself and takes away."));
        }
        return !sources(carries).contains(source.kind())
                ? Optional.of(RuleViolation.notNow("Method " + carries + " makes its source read only, so it is not"
                        + " rehearsed on the live source. Name a copy, a snapshot or a standby opened for it."))
                : Optional.empty();
    }

    /**
     * What a rehearsal may copy from.
     *
     * @param carries key of the playbook's method
     */
    public static List<RehearsalSource.Kind> sources(String carries) {
        boolean readOnly = Method.find(carries)
                .filter(method -> !method.rehearsedWithoutOutage())
                .isPresent();
        return Arrays.stream(RehearsalSource.Kind.values())
                .filter(kind -> !readOnly || kind != RehearsalSource.Kind.LIVE)
                .toList();
    }

    /** Why a playbook that does not say which of its steps are of production alone is not rehearsed. */
    public static Optional<RuleViolation> reached(String playbook, List<String> steps) {
        return steps.isEmpty()
                ? Optional.empty()
                : Optional.of(RuleViolation.notNow("A rehearsal by " + playbook + " would do what only production may: "
                        + String.join(", ", steps) + ". Take a version that says 'purpose: production' of them."));
    }

    /**
     * A rehearsal that reached its end.
     *
     * @param number of the run in its program
     * @param skipped titles of its steps that move rows and that a person had it leave out
     */
    public record Ended(int number, List<String> skipped) {
        public Ended {
            skipped = List.copyOf(skipped);
        }
    }

    /**
     * What stands against a production start of a method that no finished rehearsal carried.
     *
     * @param ended rehearsals of the database by the method, newest first
     */
    public static Optional<Objection> unrehearsed(
            String database, String carries, Purpose purpose, boolean evaluateOnly, List<Ended> ended) {
        boolean rehearsed = ended.stream().anyMatch(one -> one.skipped().isEmpty());
        if (purpose != Purpose.PRODUCTION || evaluateOnly || rehearsed) {
            return Optional.empty();
        }
        return Optional.of(new Objection(
                UNREHEARSED,
                "No rehearsal of " + database + " by " + carries
                        + (ended.isEmpty()
                                ? " has reached its end"
                                : " has moved its rows: in rehearsal "
                                        + ended.get(0).number() + " somebody skipped "
                                        + String.join(", ", ended.get(0).skipped()))));
    }
}
