package io.gulliver.activity.discovery;

import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatement.Discovery;
import io.gulliver.adapter.oracle.OracleStatement.Kind;
import io.gulliver.adapter.oracle.OracleStatement.Load;
import io.gulliver.adapter.oracle.OwnerList;
import io.gulliver.contract.activity.Progress;
import io.gulliver.domain.landscape.ConnectionPurpose;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.QueryResults;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Asks one database over JDBC all questions that fit its release and the program's policy. A question that is refused, runs
 * into its time limit or ends its session has no answer, and the next one is asked; a database that cannot be reached any
 * more ends the asking.
 */
final class JdbcQueryRunner implements AutoCloseable {
    /** Longest of the time limits of single questions. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** ORA-01013: stopped by its time limit, after which the connection is of no use. */
    private static final int TIMED_OUT = 1013;

    /** After so many lost sessions a question is not asked twice any more. */
    private static final int MOST_LOST = 5;

    /** As far back as the questions for load go. */
    private static final int HISTORY_DAYS = 35;

    /** ORA-00942, ORA-01031 and PL/SQL that does not find what the user may not see. */
    private static final Set<Integer> NO_RIGHT = Set.of(942, 1031, 6550);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss");

    private final DiscoveryQuestions questions;
    private final DiscoveryPolicy policy;
    private final Databases databases;
    private final Address address;
    private final StepContext context;
    private final QueryResults answers = new QueryResults();
    private final Set<String> asked = new TreeSet<>();
    private OracleClient client;
    private final long begun = System.nanoTime();
    private int lost;
    private long sampled;
    private int samplesTaken;

    private JdbcQueryRunner(
            DiscoveryQuestions questions,
            DiscoveryPolicy policy,
            Databases databases,
            Address address,
            StepContext context) {
        this.questions = questions;
        this.policy = policy;
        this.databases = databases.withQueryLimit(LONGEST);
        this.address = address;
        this.context = context;
        this.client = this.databases.read(address, ConnectionPurpose.READ, context);
    }

    /**
     * Asks everything.
     *
     * @throws OracleException when the database cannot be reached, or goes away and does not come back
     * @throws TooOldException when no driver is certified for its release
     */
    static QueryResults all(
            DiscoveryQuestions questions,
            DiscoveryPolicy policy,
            Databases databases,
            Address address,
            StepContext context) {
        try (JdbcQueryRunner asking = new JdbcQueryRunner(questions, policy, databases, address, context)) {
            asking.all();
            return asking.answers;
        }
    }

    /** The database is of a release for which no driver is certified, although it let one in. */
    static final class TooOldException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String release;

        TooOldException(String release) {
            super(Driver.older(release));
            this.release = release;
        }

        String release() {
            return release;
        }
    }

    private void all() {
        String release = client.release();
        if (!Driver.certified(release)) {
            throw new TooOldException(release);
        }
        for (String first :
                List.of("identity", "owners", "object-counts", "database-clock", "pack-licence", "statspack-tables")) {
            questions.find(first, release).ifPresent(this::ask);
        }
        Load load = load(release);
        List<OracleStatement> fitting = questions.fitting(release).stream()
                .filter(statement -> {
                    Load of = DiscoveryQuestions.discovery(statement).load();
                    return of == null || of == load;
                })
                // Of a block it is the question that reads what the block left.
                .filter(statement -> statement.kind() != Kind.BLOCK)
                .toList();
        List<OracleStatement> samples = fitting.stream()
                .filter(statement -> DiscoveryQuestions.discovery(statement).load() == Load.SAMPLE)
                .toList();
        sample(samples);
        List<OracleStatement> heavy = new ArrayList<>();
        int count = 0;
        for (OracleStatement statement : fitting) {
            if (DiscoveryQuestions.discovery(statement).quiet()) {
                heavy.add(statement);
            } else if (!samples.contains(statement)) {
                ask(statement);
            }
            context.progress(new Progress(
                    ++count,
                    (double) fitting.size(),
                    "questions",
                    null,
                    DiscoveryQuestions.discovery(statement).question()));
        }
        sample(samples);
        boolean peak = policy.peak(answers);
        for (OracleStatement statement : heavy) {
            if (peak) {
                answers.miss(
                        DiscoveryQuestions.discovery(statement).question(),
                        "left out in the peak hours of the database; retry outside of them");
            } else {
                ask(statement);
            }
        }
        while (!samples.isEmpty() && samplesTaken < policy.samples() && left().compareTo(Duration.ZERO) > 0) {
            sample(samples);
        }
    }

    /** The best source of load figures that holds any of the time that is asked for. */
    private @Nullable Load load(String release) {
        for (Load load : policy.loads(answers, release)) {
            String coverage = load == Load.AWR ? "awr-coverage" : "statspack-coverage";
            if (load == Load.SAMPLE) {
                return load;
            }
            questions.find(coverage, release).ifPresent(this::ask);
            if (answers.of(coverage).stream().anyMatch(this::recent)) {
                return load;
            }
        }
        return null;
    }

    /** Whether snapshots of this database, and not of another one loaded into it, reach into the time asked for. */
    private boolean recent(AnswerRow coverage) {
        AnswerRow identity = answers.first("identity");
        AnswerRow clock = answers.first("database-clock");
        String last = coverage.text("LAST_INTERVAL") + coverage.text("LAST_SNAPSHOT");
        return coverage.number("SNAPSHOTS") > 1
                && (identity == null || coverage.number("DBID") == identity.number("DBID"))
                && (clock == null
                        || last.compareTo(LocalDateTime.parse(clock.text("NOW"))
                                        .minusDays(HISTORY_DAYS)
                                        .format(TIME))
                                > 0);
    }

    private void sample(List<OracleStatement> samples) {
        if (samples.isEmpty() || samplesTaken >= policy.samples()) {
            return;
        }
        if (samplesTaken > 0) {
            Duration wait = Duration.ofSeconds(policy.sampleSeconds()).minusNanos(System.nanoTime() - sampled);
            if (wait.compareTo(left()) > 0) {
                samplesTaken = policy.samples();
                return;
            }
            if (wait.compareTo(Duration.ZERO) > 0) {
                context.waitFor(() -> false, wait, wait);
            }
        }
        sampled = System.nanoTime();
        samplesTaken++;
        for (OracleStatement statement : samples) {
            asked.remove(statement.id());
            ask(statement);
        }
    }

    private Duration left() {
        return policy.budget().minusNanos(System.nanoTime() - begun);
    }

    /**
     * Asks one question. Whatever comes of it, the next one can be asked: after a lost session there is a new one, and the
     * question is asked once more, for it need not have been its fault.
     *
     * @throws OracleException when the database cannot be reached any more
     */
    private void ask(OracleStatement statement) {
        if (!asked.add(statement.id())) {
            return;
        }
        Discovery discovery = DiscoveryQuestions.discovery(statement);
        for (boolean again = false; ; again = true) {
            Duration limit = Duration.ofSeconds(discovery.seconds());
            if (left().compareTo(limit) < 0) {
                limit = left();
            }
            if (limit.toSeconds() < 1) {
                answers.miss(
                        discovery.question(),
                        "left out: the " + policy.budget().toMinutes()
                                + " min for all questions were over; retry at a quieter time, or raise total_minutes");
                return;
            }
            long start = System.nanoTime();
            try {
                List<AnswerRow> rows = answer(statement, limit);
                if (answers.unanswered().get(discovery.question()) == null) {
                    answers.add(discovery.question(), rows);
                }
                return;
            } catch (OracleException e) {
                boolean late = System.nanoTime() - start >= limit.toNanos();
                if (e.code() == TIMED_OUT || e.connectionLost() && late) {
                    answers.miss(
                            discovery.question(),
                            "ran into its time limit of " + limit.toSeconds() + " s; retry off peak");
                    reconnect();
                    return;
                }
                if (!e.connectionLost()) {
                    answers.miss(discovery.question(), why(statement, e));
                    return;
                }
                reconnect();
                if (again || ++lost > MOST_LOST) {
                    answers.miss(discovery.question(), why(statement, e));
                    return;
                }
            }
        }
    }

    private void reconnect() {
        client.close();
        client = databases.read(address, ConnectionPurpose.READ, context);
    }

    /** The code, and what to do about it. */
    private static String why(OracleStatement statement, OracleException e) {
        if (e.oraCode().isEmpty()) {
            return String.valueOf(e.getMessage());
        }
        return NO_RIGHT.contains(e.code()) && !statement.privileges().isEmpty()
                ? e.oraCode() + "; grant " + String.join(", ", statement.privileges())
                        + " to the user, unless the database does not have it"
                : e.oraCode() + "; " + Character.toLowerCase(e.advice().charAt(0))
                        + e.advice().substring(1).replaceAll("\\.$", "");
    }

    private List<AnswerRow> answer(OracleStatement statement, Duration limit) {
        if (statement.id().equals("transport-violations")) {
            // What it reads is there for the session that has run the check, and for no other.
            List<String> spaces = DiscoveryPolicy.transportSet(answers);
            if (!answers.has("tablespaces")) {
                throw OracleException.refused(
                        address.name(),
                        statement.id(),
                        "no list of tablespaces.",
                        "See why tablespaces has no answer.");
            }
            if (spaces.isEmpty()) {
                return List.of();
            }
            client.execute("check-transport-set", Map.of(), Map.of("tablespaces", String.join(",", spaces)), limit);
        }
        return client.query(statement.id(), binds(statement), limit).stream()
                .map(JdbcQueryRunner::row)
                .toList();
    }

    private Map<String, Object> binds(OracleStatement statement) {
        List<String> names =
                statement.binds().stream().map(OracleStatement.Field::name).toList();
        if (names.equals(List.of("owners"))) {
            return Map.of("owners", OwnerList.of(owners(statement)));
        }
        if (names.equals(List.of("destination"))) {
            questions.find("archive-destinations", client.release()).ifPresent(this::ask);
            return Map.of("destination", (int) answers.of("archive-destinations").stream()
                    // On a standby its own destinations are called LOCAL.
                    .filter(row ->
                            (row.is("TARGET", "PRIMARY") || row.is("TARGET", "LOCAL")) && row.is("STATUS", "VALID"))
                    .mapToDouble(row -> row.number("DEST_ID"))
                    .min()
                    .orElse(1));
        }
        if (!names.isEmpty()) {
            throw new IllegalStateException("Statement " + statement.id() + " has binds that nobody fills: " + names);
        }
        return Map.of();
    }

    /** Owners of anything, but none of Oracle's and none of Gulliver's. */
    private Collection<String> owners(OracleStatement statement) {
        SortedSet<String> owners = new TreeSet<>(answers.values("owners", "USERNAME"));
        owners.removeAll(databases.ownUsers());
        if (!DiscoveryQuestions.discovery(statement).question().equals("object-counts")
                && answers.has("object-counts")) {
            owners.retainAll(answers.values("object-counts", "OWNER"));
        }
        return owners;
    }

    private static AnswerRow row(OracleRow row) {
        Map<String, String> texts = new TreeMap<>();
        row.values().forEach((name, value) -> {
            String text = value instanceof BigDecimal number
                    ? number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString()
                    : value instanceof LocalDateTime time ? time.format(TIME) : value == null ? "" : value.toString();
            if (!text.isEmpty()) {
                texts.put(name, text);
            }
        });
        return new AnswerRow(texts);
    }

    @Override
    public void close() {
        client.close();
    }
}
