package io.gulliver.service.collection;

import io.gulliver.assessment.connections.DependencyTable;
import io.gulliver.assessment.facts.EvidenceIdentity;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.FactSource;
import io.gulliver.domain.estate.ReadTag;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.program.Program;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.discovery.SpoolIdentity;
import io.gulliver.evidence.discovery.SpoolQueryResults;
import io.gulliver.evidence.intake.Blanking;
import io.gulliver.evidence.intake.EvidenceReaders;
import io.gulliver.evidence.intake.KindDetector;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.TooLargeException;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.connection.JdbcConnectionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.process.SpoolFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes an uploaded file for a database: recognises, keeps and reads it, and records what it says.
 *
 * <p>The file waits in a temporary one, readable by this process alone, so that no step needs it in memory: it is freed of
 * secrets, read, and kept only when it is whole. Facts and audit entry stand in one transaction. The same file again gains
 * nothing and is kept once.
 */
public final class EvidenceService {
    private static final Logger log = LoggerFactory.getLogger(EvidenceService.class);

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_REASON = 1000;

    /** Files that say of which database or host they are. */
    private static final Set<EvidenceKind> NAMES_ITSELF = Set.of(
            EvidenceKind.AWR_MINER,
            EvidenceKind.AWR_REPORT,
            EvidenceKind.SAR_TEXT,
            EvidenceKind.SADF_JSON,
            EvidenceKind.HOST_FACTS);

    /** Clocks of hosts differ by so much without harm. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

    private final StoreDatabase db;
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final EvidenceStore evidence;
    private final FactStore facts;
    private final AuditStore audit;
    private final ConnectionService connections;
    private final WaitingTasks waiting;
    private final IntakeGate gate;

    public EvidenceService(
            StoreDatabase db,
            ProgramStore programs,
            DatabaseStore databases,
            EvidenceStore evidence,
            FactStore facts,
            AuditStore audit,
            DependencyTable dependencies,
            WaitingTasks waiting,
            IntakeGate gate) {
        this.gate = gate;
        this.waiting = waiting;
        this.db = db;
        this.programs = programs;
        this.databases = databases;
        this.evidence = evidence;
        this.facts = facts;
        this.audit = audit;
        this.connections =
                new ConnectionService(db, new JdbcConnectionStore(db, audit), databases, facts, dependencies);
    }

    /** What an upload may cost. */
    public IntakeGate.Limits limits() {
        return gate.limits();
    }

    /** Deletes the temporary files of processes that ended in the middle of an upload, or while they kept evidence; for the start of this one. */
    public static void sweep() {
        int deleted = SpoolFile.sweep();
        if (deleted > 0) {
            log.info("leftovers={} of ended processes deleted", deleted);
        }
    }

    /**
     * Takes a file.
     *
     * <p>A file that is cut off or damaged is refused as a whole, with the place where it ends: half a capture tells wrong
     * sums. Secrets are blanked before anything is kept, and the answer says how many.
     *
     * @param name the file's name as the person has it; folders before it are dropped
     * @param content read to its end or to the limit, not closed
     * @param by who uploads it
     * @param requestId of the call, or null
     * @throws io.gulliver.persistence.UnknownRowException no such program or database
     * @throws RefusedException the output of the discovery script is not whole, or of another database; nothing is taken
     *     from it
     * @throws TooLargeException the file or the text in it is larger than may be; nothing of it is kept
     * @throws io.gulliver.persistence.BusyException too many uploads are at work
     * @throws IOException the stream failed; nothing of it is kept
     */
    public EvidenceAnswer take(
            String program, String database, String name, InputStream content, String by, @Nullable String requestId)
            throws IOException {
        return take(program, database, name, content, null, by, requestId);
    }

    /**
     * The same of a file that says other things of itself than what is known of the database.
     *
     * @param confirmed why it is of this database all the same, as whoever gives it says; or null, and such a file is refused
     */
    public EvidenceAnswer take(
            String program,
            String database,
            String name,
            InputStream content,
            @Nullable String confirmed,
            String by,
            @Nullable String requestId)
            throws IOException {
        Program owner = programs.require(program);
        String known = databases.require(program, database).name();
        String file = plainName(name);
        try (IntakeGate.Place place = gate.enter(file)) {
            PushbackInputStream in = new PushbackInputStream(
                    new Limited(content, file, gate.limits().bytes()), KindDetector.HEAD_BYTES);
            byte[] head = in.readNBytes(KindDetector.HEAD_BYTES);
            in.unread(head);
            KindDetector.Detected detected = KindDetector.detect(head);
            if (!EvidenceReaders.take(detected.kind())) {
                return notTaken(program, known, file, detected);
            }
            try (ReceivedFile received = ReceivedFile.receive(in)) {
                return place.read(budget -> read(
                        owner, known, file, detected.kind(), received, budget, confirmed(confirmed), by, requestId));
            }
        }
    }

    private EvidenceAnswer read(
            Program owner,
            String known,
            String file,
            EvidenceKind kind,
            ReceivedFile uploaded,
            IntakeGate.Budget budget,
            @Nullable String confirmed,
            String by,
            @Nullable String requestId)
            throws IOException {
        String program = owner.key();
        try (RedactedUpload received = RedactedUpload.of(uploaded, kind, budget)) {
            EvidenceOrigin origin = new EvidenceOrigin(
                    file + " " + FactSource.mark(received.sha256()),
                    owner.zone(),
                    // as the store keeps times, so that a fact can be known again
                    db.clock().instant().truncatedTo(ChronoUnit.MICROS));
            boolean spool = kind == EvidenceKind.DISCOVERY_SPOOL;
            if (spool) {
                refuseForeign(databases.require(program, known), file, received);
            }
            EvidenceReaders.Everything read = EvidenceReaders.readAll(kind, received::open, origin);
            if (read.reading().cut() != null) {
                return cut(program, known, file, kind, read.reading().cut());
            }
            List<Fact> told = new ArrayList<>(read.reading().facts());
            List<EvidenceProblem> problems = new ArrayList<>(read.reading().problems());
            if (NAMES_ITSELF.contains(kind)) {
                problems.addAll(refuseAnother(databases.require(program, known), file, told, confirmed));
            }
            if (received.blanked().words() > 0) {
                problems.add(blanked(received.blanked()));
            }
            if (spool) {
                Instant at = told.isEmpty() ? origin.receivedAt() : told.get(0).at();
                waiting.age(program, known, at)
                        .ifPresent(why -> problems.add(new EvidenceProblem(
                                0,
                                null,
                                "its facts are kept, but no migration goes on with it: " + why,
                                "run the script again and upload what it writes now")));
                told.add(new Fact(
                        WaitingTasks.SPOOL, received.sha256(), null, origin.source(), at, Confidence.MEASURED));
                told.add(
                        new Fact(WaitingTasks.SPOOL_AT, at.toString(), null, origin.source(), at, Confidence.MEASURED));
            }
            EvidenceRef ref;
            try (InputStream kept = received.open()) {
                ref = evidence.keep(file, kind.word(), kept);
            }
            Reading reading = new Reading(told, problems, read.reading().coverage(), null);
            EvidenceAnswer answer = db.inTransaction(() -> {
                connections.seen(program, known, read.sightings());
                if (!read.programs().isEmpty()) {
                    connections.runs(program, known, read.programs(), origin.source(), origin.receivedAt());
                }
                return record(
                        program, known, ref, kind, reading, received.blanked().words(), confirmed, by, requestId);
            });
            if (spool) {
                // Not in that transaction: the file counts even when nobody waits for it or the task is just being
                // closed. Should this process die here, the next sweep says it.
                waiting.taken(program, known);
            }
            return answer;
        }
    }

    private static @Nullable String confirmed(@Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            return null;
        }
        String text = reason.strip();
        if (text.length() > LONGEST_REASON) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_SO,
                    "The reason why a file is of the database has " + text.length() + " characters, wanted at most "
                            + LONGEST_REASON + ". Nothing was taken.");
        }
        return text;
    }

    /**
     * A file of another database or host would size and judge the wrong one.
     *
     * @return what differs and may still be so
     */
    private List<EvidenceProblem> refuseAnother(
            SourceDatabase database, String file, List<Fact> told, @Nullable String confirmed) {
        EvidenceIdentity identity =
                EvidenceIdentity.of(told, database.profile(), facts.words(database.program(), database.name()));
        String what = String.join("; ", identity.contradictions());
        if (identity.foreign() && confirmed == null) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_SO,
                    file + " is not taken for " + database.name() + ": it says " + what
                            + ". Is it of " + database.name()
                            + "? Nothing of it was taken. Upload it for the database that it is"
                            + " of; if it is of " + database.name()
                            + ", upload it again and say why (confirm), or put its " + EvidenceIdentity.DBID
                            + " into the inventory, which confirms all files of that number, or its "
                            + EvidenceIdentity.SID + ", which confirms its name alone.");
        }
        return identity.contradictions().isEmpty()
                ? List.of()
                : List.of(new EvidenceProblem(
                        0,
                        null,
                        "it says " + what + "; its facts count"
                                + (confirmed == null ? "" : ", for it was confirmed: " + confirmed),
                        "look whether it is of " + database.name() + "; if it is, give the inventory its "
                                + EvidenceIdentity.DBID + ", if not, withdraw it"));
    }

    /** The output of the discovery script is taken whole, and for the database that it is of. */
    private void refuseForeign(SourceDatabase database, String file, RedactedUpload received) throws IOException {
        SpoolQueryResults spool;
        try (InputStream in = received.open()) {
            spool = SpoolQueryResults.read(in);
        }
        if (!spool.whole()) {
            String last = spool.problems().list().stream()
                    .map(EvidenceProblem::message)
                    .reduce((before, after) -> after)
                    .orElse("it has no end");
            throw new RefusedException(
                    RuleViolation.Kind.NOT_SO,
                    file + " is not the whole output of the discovery script: " + last + ". Nothing of it was"
                            + " taken. Let the script come to its end (its last line is 'gulliver discovery 1 end'), then"
                            + " upload the file as it is, not copied out of a terminal.");
        }
        DatabaseProfile profile = database.profile();
        List<String> known = new ArrayList<>(List.of(database.name()));
        Optional.ofNullable(profile.sourceService()).ifPresent(known::add);
        Optional.ofNullable(profile.tags().get(ReadTag.SOURCE_SID.key())).ifPresent(known::add);
        Long dbid = facts.find(database.program(), database.name(), "dbid")
                .map(Fact::value)
                .filter(Number.class::isInstance)
                .map(number -> ((Number) number).longValue())
                .orElse(null);
        SpoolIdentity.of(spool.answers()).contradiction(known, dbid).ifPresent(why -> {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_SO,
                    file + " is not taken for " + database.name() + ": " + why
                            + ". Nothing of it was taken. Upload it"
                            + " for the database that it is of, or run the script with ORACLE_SID of " + database.name()
                            + "; if that is its name on the host, say so in the inventory (source_service, or source_sid).");
        });
    }

    private static EvidenceProblem blanked(Blanking.Outcome blanked) {
        return new EvidenceProblem(
                blanked.firstLine(),
                null,
                blanked.words() == 1
                        ? "one word that looks like a password, token or key was blanked before the file was kept"
                        : blanked.words()
                                + " words that look like passwords, tokens or keys were blanked before the file"
                                + " was kept, the first of them in this line",
                "nothing to do here; change them where they are used if this file went to others");
    }

    private EvidenceAnswer cut(String program, String database, String file, EvidenceKind kind, EvidenceProblem cut) {
        String where = cut.section() == null ? "" : " (section " + cut.section() + ")";
        return new EvidenceAnswer(
                file,
                kind,
                null,
                0,
                null,
                List.of(),
                facts.version(program, database),
                List.of(),
                List.of(new EvidenceProblem(
                        cut.line(),
                        cut.section(),
                        file + " is not whole" + where + ": " + cut.message() + ". Nothing of it was taken or kept",
                        cut.advice())));
    }

    private EvidenceAnswer record(
            String program,
            String database,
            EvidenceRef ref,
            EvidenceKind kind,
            Reading reading,
            long blanked,
            @Nullable String confirmed,
            String by,
            @Nullable String requestId) {
        return kept(
                program,
                database,
                ref,
                kind,
                notAfterNow(program, database, reading),
                blanked,
                confirmed,
                by,
                requestId);
    }

    /**
     * A clock that is ahead would win over all later evidence: what lies in the future is taken as of now, and told. The
     * same file again says nothing new.
     */
    private Reading notAfterNow(String program, String database, Reading reading) {
        Instant now = db.now(program).truncatedTo(ChronoUnit.MICROS);
        Instant latest = now.plus(CLOCKS_DIFFER);
        List<Fact> ahead = reading.facts().stream()
                .filter(fact -> fact.at().isAfter(latest))
                .toList();
        if (ahead.isEmpty()) {
            return reading;
        }
        List<Fact> known = facts.list(program, database);
        List<Fact> mended = reading.facts().stream()
                .map(fact -> fact.at().isAfter(latest)
                        ? new Fact(fact.name(), fact.value(), fact.unit(), fact.source(), now, fact.confidence())
                        : fact)
                .filter(fact -> !fact.at().equals(now)
                        || known.stream()
                                .noneMatch(there -> there.name().equals(fact.name())
                                        && there.source().equals(fact.source())
                                        && there.value().equals(fact.value())))
                .toList();
        List<EvidenceProblem> problems = new ArrayList<>(reading.problems());
        problems.add(new EvidenceProblem(
                0,
                null,
                ahead.size() + " facts carry times after now, up to "
                        + ahead.stream().map(Fact::at).max(Instant::compareTo).orElse(latest)
                        + "; they are taken as of now",
                "set the clock or the time zone of the host where the file was written, and capture again"));
        return new Reading(mended, problems, reading.coverage(), reading.cut());
    }

    private EvidenceAnswer kept(
            String program,
            String database,
            EvidenceRef ref,
            EvidenceKind kind,
            Reading reading,
            long blanked,
            @Nullable String confirmed,
            String by,
            @Nullable String requestId) {
        long before = facts.version(program, database);
        long after = reading.facts().isEmpty() ? before : facts.put(program, database, reading.facts(), by);
        List<Fact> now = facts.list(program, database, after);
        List<Fact> gained = after == before
                ? List.of()
                : reading.facts().stream()
                        .filter(fact -> now.stream()
                                .anyMatch(kept -> kept.name().equals(fact.name())
                                        && kept.source().equals(fact.source())
                                        && kept.at().equals(fact.at())))
                        .toList();
        evidence.give(
                program,
                database,
                new DatabaseEvidence(
                        ref,
                        reading.coverage().percent(),
                        gained.size(),
                        reading.problems().size(),
                        db.clock().instant(),
                        by));
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("file", ref.name());
        details.put("kind", kind.word());
        details.put("bytes", ref.bytes());
        details.put("coveragePercent", reading.coverage().percent());
        details.put("factsGained", gained.size());
        details.put("factsVersion", after);
        details.put("problems", reading.problems().size());
        if (confirmed != null) {
            details.put("confirmed", confirmed);
        }
        if (blanked > 0) {
            details.put("secretsBlanked", blanked);
        }
        audit.append(new AuditEvent(
                program,
                db.clock().instant(),
                by,
                "evidence.taken",
                "database/" + program + "/" + database,
                null,
                ref.sha256(),
                requestId,
                details));
        return new EvidenceAnswer(
                ref.name(),
                kind,
                ref.sha256(),
                ref.bytes(),
                reading.coverage(),
                gained,
                after,
                reading.coverage().notUnderstood(),
                reading.problems());
    }

    private EvidenceAnswer notTaken(String program, String database, String file, KindDetector.Detected detected) {
        EvidenceKind kind = detected.kind();
        EvidenceProblem problem = kind == EvidenceKind.NOT_RECOGNISED
                ? new EvidenceProblem(
                        0,
                        null,
                        file + " was not recognised: " + detected.explanation() + "; nothing was kept",
                        "upload the file as the tool wrote it, such as the .out or .out.gz of AWR Miner, not a screenshot,"
                                + " ZIP or sheet")
                : new EvidenceProblem(
                        0,
                        null,
                        file + " is an " + kind.title() + ", not collected data of one database; nothing was kept",
                        "import it as the program's inventory");
        return new EvidenceAnswer(
                file, kind, null, 0, null, List.of(), facts.version(program, database), List.of(), List.of(problem));
    }

    /** A browser may send a path, a person anything. */
    private static String plainName(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String clean = Regex.replaceAll(last, "[[:cntrl:]]", "").strip();
        String plain = clean.isEmpty() ? "unnamed" : clean;
        return plain.length() <= LONGEST_NAME ? plain : plain.substring(plain.length() - LONGEST_NAME);
    }

    /** Ends an upload that does not end by itself. */
    private static final class Limited extends InputStream {
        private final InputStream in;
        private final String file;
        private final long most;
        private long count;

        Limited(InputStream in, String file, long most) {
            this.in = in;
            this.file = file;
            this.most = most;
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            count(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int some = in.read(bytes, from, length);
            count(Math.max(0, some));
            return some;
        }

        private void count(int more) {
            count += more;
            if (count > most) {
                throw new TooLargeException(file + " is larger than " + most / 1024 / 1024
                        + " MB, the most that is taken. Nothing of it was kept; gzip it, or capture a shorter period.");
            }
        }
    }
}
