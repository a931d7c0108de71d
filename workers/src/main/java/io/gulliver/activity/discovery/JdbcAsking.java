package io.gulliver.activity.discovery;

import io.gulliver.activity.Databases;
import io.gulliver.activity.Databases.Address;
import io.gulliver.activity.StepContext;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleFailure;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatement.Discovery;
import io.gulliver.adapter.oracle.OracleStatement.Kind;
import io.gulliver.adapter.oracle.OracleStatement.Load;
import io.gulliver.contract.activity.Progress;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.Answers;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
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

/**
 * Asks one database over JDBC all questions that fit its release and the program's policy. A question that is refused or
 * runs into its time limit has no answer; a lost connection ends the asking.
 */
final class JdbcAsking implements AutoCloseable {
    /** Longest of the time limits of single questions. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** ORA-01013: stopped by its time limit, after which the connection is of no use. */
    private static final int TIMED_OUT = 1013;

    /** A bind of SQL holds 4,000 bytes. */
    private static final int MOST_BIND = 3900;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss");

    private final DiscoveryQuestions questions;
    private final DiscoveryPolicy policy;
    private final Databases databases;
    private final Address address;
    private final StepContext context;
    private final Answers answers = new Answers();
    private final Set<String> asked = new TreeSet<>();
    private OracleClient client;
    private long sampled;
    private int samplesTaken;

    private JdbcAsking(
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
        this.client = this.databases.read(address, context);
    }

    /**
     * Asks everything.
     *
     * @throws OracleException when the database cannot be reached or goes away
     * @throws TooOldException when no driver is certified for its release
     */
    static Answers all(
            DiscoveryQuestions questions,
            DiscoveryPolicy policy,
            Databases databases,
            Address address,
            StepContext context) {
        try (JdbcAsking asking = new JdbcAsking(questions, policy, databases, address, context)) {
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
        for (String first : List.of("owners", "object-counts", "database-clock", "pack-licence", "statspack-tables")) {
            questions.find(first, release).ifPresent(this::ask);
        }
        Load load = policy.load(answers, release);
        List<OracleStatement> fitting = questions.fitting(release).stream()
                .filter(statement -> {
                    Load of = DiscoveryQuestions.discovery(statement).load();
                    return of == null || of == load;
                })
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
        while (!samples.isEmpty() && samplesTaken < policy.samples()) {
            sample(samples);
        }
    }

    private void sample(List<OracleStatement> samples) {
        if (samples.isEmpty() || samplesTaken >= policy.samples()) {
            return;
        }
        if (samplesTaken > 0) {
            Duration left = Duration.ofSeconds(policy.sampleSeconds()).minusNanos(System.nanoTime() - sampled);
            if (left.compareTo(Duration.ZERO) > 0) {
                context.waitFor(() -> false, left, left);
            }
        }
        sampled = System.nanoTime();
        samplesTaken++;
        for (OracleStatement statement : samples) {
            asked.remove(statement.id());
            ask(statement);
        }
    }

    private void ask(OracleStatement statement) {
        if (!asked.add(statement.id())) {
            return;
        }
        Discovery discovery = DiscoveryQuestions.discovery(statement);
        try {
            if (statement.kind() == Kind.BLOCK) {
                checkTransport(statement);
                return;
            }
            if (statement.id().equals("transport-violations") && answers.has("transport-violations")) {
                return;
            }
            List<AnswerRow> rows = new ArrayList<>();
            for (Map<String, Object> binds : binds(statement)) {
                client.query(statement.id(), binds, Duration.ofSeconds(discovery.seconds()))
                        .forEach(row -> rows.add(row(row)));
            }
            if (answers.unanswered().get(discovery.question()) == null) {
                answers.add(discovery.question(), rows);
            }
        } catch (OracleException e) {
            miss(discovery, e);
        }
    }

    private void miss(Discovery discovery, OracleException e) {
        if (e.code() == TIMED_OUT) {
            answers.miss(discovery.question(), "ran into its time limit of " + discovery.seconds() + " s");
            client.close();
            client = databases.read(address, context);
            return;
        }
        if (e.kind() == OracleFailure.TRANSIENT) {
            throw e;
        }
        answers.miss(discovery.question(), e.oraCode().isEmpty() ? e.advice() : e.oraCode());
    }

    /** What {@code transport-violations} reads in the same session. */
    private void checkTransport(OracleStatement statement) {
        List<String> spaces = DiscoveryPolicy.transportSet(answers);
        if (spaces.isEmpty()) {
            answers.add("transport-violations", List.of());
            return;
        }
        try {
            client.execute(statement.id(), Map.of(), Map.of("tablespaces", String.join(",", spaces)));
        } catch (OracleException e) {
            asked.add("transport-violations");
            OracleStatement reading =
                    questions.all().get("transport-violations").get(0);
            miss(DiscoveryQuestions.discovery(reading), e);
        }
    }

    /** One set of binds, or several where the list of owners does not fit one; such answers tell the owner. */
    private List<Map<String, Object>> binds(OracleStatement statement) {
        List<String> names =
                statement.binds().stream().map(OracleStatement.Field::name).toList();
        if (names.equals(List.of("owners"))) {
            return chunks(owners(statement)).stream()
                    .map(chunk -> Map.<String, Object>of("owners", chunk))
                    .toList();
        }
        if (names.equals(List.of("destination"))) {
            questions.find("archive-destinations", client.release()).ifPresent(this::ask);
            return List.of(Map.of("destination", (int) answers.of("archive-destinations").stream()
                    .filter(row -> row.is("TARGET", "PRIMARY") && row.is("STATUS", "VALID"))
                    .mapToDouble(row -> row.number("DEST_ID"))
                    .min()
                    .orElse(1)));
        }
        if (!names.isEmpty()) {
            throw new IllegalStateException("Statement " + statement.id() + " has binds that nobody fills: " + names);
        }
        return List.of(Map.of());
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

    private static List<String> chunks(Collection<String> owners) {
        List<String> chunks = new ArrayList<>();
        StringBuilder chunk = new StringBuilder(",");
        int bytes = 1;
        for (String owner : owners) {
            int more = owner.getBytes(StandardCharsets.UTF_8).length + 1;
            if (bytes + more > MOST_BIND) {
                chunks.add(chunk.toString());
                chunk = new StringBuilder(",");
                bytes = 1;
            }
            chunk.append(owner).append(',');
            bytes += more;
        }
        chunks.add(chunk.toString());
        return chunks;
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
