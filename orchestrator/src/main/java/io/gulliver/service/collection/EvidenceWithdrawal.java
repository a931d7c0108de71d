package io.gulliver.service.collection;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.FactSource;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.view.DatabaseEvidence;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes back a file that was given by mistake: what it told goes or falls back to the next source, the audit record keeps
 * its hash and the reason, and its bytes are erased when the time for second thoughts is over, or at once.
 */
public final class EvidenceWithdrawal {
    private static final int LONGEST_REASON = 1000;

    private final StoreDatabase db;
    private final DatabaseStore databases;
    private final EvidenceStore evidence;
    private final FactStore facts;
    private final AuditStore audit;
    private final Duration retention;

    /** @param retention how long the bytes of a withdrawn file stay; zero erases them at once */
    public EvidenceWithdrawal(
            StoreDatabase db,
            DatabaseStore databases,
            EvidenceStore evidence,
            FactStore facts,
            AuditStore audit,
            Duration retention) {
        this.db = db;
        this.databases = databases;
        this.evidence = evidence;
        this.facts = facts;
        this.audit = audit;
        this.retention = retention;
    }

    /**
     * What a withdrawal did.
     *
     * @param file as it was named
     * @param sha256 of its content, which the audit record keeps
     * @param factsVersion of the database after it
     * @param fellBack facts that another source tells now
     * @param gone facts that nobody tells any more
     * @param erased whether its bytes are gone
     */
    public record Withdrawn(String file, String sha256, long factsVersion, int fellBack, int gone, boolean erased) {}

    /**
     * Withdraws a file.
     *
     * @param erase whether its bytes go at once; where another database or a step holds the same file they stay
     * @throws io.gulliver.persistence.UnknownRowException no such database, or not its evidence
     * @throws RefusedException no reason, or one that is too long
     */
    public Withdrawn withdraw(
            String program,
            String database,
            String sha256,
            String reason,
            boolean erase,
            String by,
            @Nullable String requestId) {
        String why = reason.strip();
        if (why.isEmpty() || why.length() > LONGEST_REASON) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_SO,
                    "Evidence " + sha256 + " is not withdrawn: the reason has " + why.length()
                            + " characters, wanted 1 to " + LONGEST_REASON + ". Say why it must not count.");
        }
        String known = databases.require(program, database).name();
        Withdrawn done = db.inTransaction(() -> {
            DatabaseEvidence given = evidence.withdraw(program, known, sha256, why, by);
            Set<String> marks = new TreeSet<>();
            evidence.withdrawn(program, known).forEach(one -> marks.add(FactSource.mark(one)));
            FactStore.Withdrawn changed = facts.withdraw(program, known, marks, by);
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("file", given.ref().name());
            details.put("kind", given.ref().kind());
            details.put("reason", why);
            details.put("factsVersion", changed.version());
            details.put("factsFellBack", changed.fellBack());
            details.put("factsGone", changed.gone());
            audit.append(new AuditEvent(
                    program,
                    db.clock().instant(),
                    by,
                    "evidence.withdrawn",
                    "database/" + program + "/" + known,
                    sha256,
                    null,
                    requestId,
                    details));
            return new Withdrawn(
                    given.ref().name(), sha256, changed.version(), changed.fellBack(), changed.gone(), false);
        });
        boolean erased =
                erase && erase(db.clock().instant(), Set.of(sha256), by).contains(sha256);
        return new Withdrawn(done.file(), sha256, done.factsVersion(), done.fellBack(), done.gone(), erased);
    }

    /**
     * Erases what was withdrawn longer ago than it is kept.
     *
     * @return hashes of what was erased
     */
    public List<String> sweep() {
        return erase(db.clock().instant().minus(retention), null, "gulliver");
    }

    private List<String> erase(Instant before, @Nullable Set<String> only, String by) {
        return db.inTransaction(() -> {
            List<String> erased = evidence.erase(before, only);
            if (!erased.isEmpty()) {
                audit.append(new AuditEvent(
                        null,
                        db.clock().instant(),
                        by,
                        "evidence.erased",
                        "evidence",
                        null,
                        null,
                        null,
                        Map.of("sha256", erased)));
            }
            return erased;
        });
    }
}
