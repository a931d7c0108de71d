package io.gulliver.assessment.risk;

import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.PlanBreak;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the rules on risks look at.
 *
 * @param databases of the program
 * @param waiting steps that wait for a person or need attention
 * @param clients databases with clients that nobody knows
 * @param clientNotice so long before its cutover a database's clients must be known
 * @param threshold least percent of facts that the program wants of each database, or null
 * @param incomplete databases of which less is known, by name
 * @param unanswered databases whose discovery waits for what a script writes at the customer's, by name
 * @param broken what does not hold with the planned dates, by database
 * @param recoveryAreas how full the recovery area of a target was when somebody last looked, in percent, by database
 */
public record RiskInputs(
        List<Database> databases,
        List<Waiting> waiting,
        List<UnknownClients> clients,
        Duration clientNotice,
        @Nullable Integer threshold,
        List<String> incomplete,
        List<String> unanswered,
        SortedMap<String, List<PlanBreak>> broken,
        SortedMap<String, Double> recoveryAreas) {
    public RiskInputs {
        databases = List.copyOf(databases);
        waiting = List.copyOf(waiting);
        clients = List.copyOf(clients);
        incomplete = List.copyOf(incomplete);
        unanswered = List.copyOf(unanswered);
        broken = Collections.unmodifiableSortedMap(new TreeMap<>(broken));
        recoveryAreas = Collections.unmodifiableSortedMap(new TreeMap<>(recoveryAreas));
    }

    /** A program whose dates hold, and whose targets nobody has looked at. */
    public RiskInputs(
            List<Database> databases,
            List<Waiting> waiting,
            List<UnknownClients> clients,
            Duration clientNotice,
            @Nullable Integer threshold,
            List<String> incomplete,
            List<String> unanswered) {
        this(
                databases,
                waiting,
                clients,
                clientNotice,
                threshold,
                incomplete,
                unanswered,
                new TreeMap<>(),
                new TreeMap<>());
    }

    /** A program whose clients and completeness are not looked at. */
    public RiskInputs(List<Database> databases, List<Waiting> waiting) {
        this(databases, waiting, List.of(), RiskRules.CLIENT_NOTICE, null, List.of(), List.of());
    }

    /**
     * A database.
     *
     * @param name its name
     * @param owner who answers for it, or null
     * @param across whether it is through
     * @param judged whether its methods were judged
     * @param method open method, or null
     * @param blocked why no method is open, or null
     * @param waveStart when its wave starts, or null
     * @param outage predicted and measured, beside what was agreed
     */
    public record Database(
            String name,
            @Nullable String owner,
            boolean across,
            boolean judged,
            @Nullable String method,
            @Nullable String blocked,
            @Nullable Instant waveStart,
            OutageFigures outage) {
        /** One of whose outage nothing is known. */
        public Database(
                String name,
                @Nullable String owner,
                boolean across,
                boolean judged,
                @Nullable String method,
                @Nullable String blocked,
                @Nullable Instant waveStart) {
            this(name, owner, across, judged, method, blocked, waveStart, OutageFigures.NONE);
        }
    }

    /**
     * A step that waits.
     *
     * @param database it belongs to
     * @param role that must act
     * @param title of the step
     * @param since when it began to wait
     */
    public record Waiting(String database, String role, String title, Instant since) {
        Duration until(Instant now) {
            return Duration.between(since, now);
        }
    }

    /**
     * Clients of a database without an owner or a way to lead them to the new place.
     *
     * @param database they come to
     * @param cutover when it is to cross, or null while unknown
     * @param count how many there are
     * @param firstClient when the first of all its clients was seen
     * @param newest when the newest of the unknown ones was seen first
     */
    public record UnknownClients(
            String database, @Nullable Instant cutover, int count, Instant firstClient, Instant newest) {}
}
