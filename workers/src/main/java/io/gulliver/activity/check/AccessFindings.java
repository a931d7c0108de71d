package io.gulliver.activity.check;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.AccessState;
import io.gulliver.secret.SecretRegistry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the tries of one database have found so far. */
final class AccessFindings {
    private static final Logger log = LoggerFactory.getLogger(AccessFindings.class);
    private static final List<AccessState> WORST_FIRST =
            List.of(AccessState.BAD, AccessState.UNKNOWN, AccessState.GOOD, AccessState.NEEDLESS);

    private final SecretRegistry secrets;
    private final Map<AccessItem, AccessFinding> found = new EnumMap<>(AccessItem.class);
    private final Set<String> missing = new TreeSet<>();
    private final List<AccessReach> reached = new ArrayList<>();
    /** Which of several hosts is spoken of; empty while there is one. */
    private String subject = "";

    AccessFindings(SecretRegistry secrets) {
        this.secrets = secrets;
    }

    /** From now on one of several hosts is spoken of, or with an empty name the only one. */
    void about(String host) {
        subject = host;
    }

    /** Of several listeners or hosts the worst counts, and each is told. */
    void put(AccessFinding finding) {
        AccessFinding told = new AccessFinding(
                finding.item(),
                finding.state(),
                (subject.isEmpty() ? "" : subject + ": ") + secrets.mask(finding.seen()),
                finding.action() == null ? null : secrets.mask(finding.action()),
                finding.role());
        found.merge(finding.item(), told, AccessFindings::both);
    }

    private static AccessFinding both(AccessFinding one, AccessFinding more) {
        AccessFinding worse = WORST_FIRST.indexOf(more.state()) < WORST_FIRST.indexOf(one.state()) ? more : one;
        return new AccessFinding(
                one.item(),
                worse.state(),
                one.seen() + " " + more.seen(),
                one.action() == null || one.action().equals(more.action())
                        ? more.action() == null ? one.action() : more.action()
                        : more.action() == null ? one.action() : one.action() + " " + more.action(),
                worse.role());
    }

    void needless(String why, AccessItem... items) {
        for (AccessItem item : items) {
            put(AccessFinding.needless(item, why));
        }
    }

    void missing(String right) {
        missing.add(right);
    }

    void reached(AccessReach reach) {
        reached.add(reach);
    }

    boolean good(AccessItem item) {
        AccessFinding finding = found.get(item);
        return finding != null && finding.state() == AccessState.GOOD;
    }

    /** Everything found; what nobody tried is unknown. */
    AccessAnswer answer(String database, @Nullable String worker) {
        for (AccessItem item : AccessItem.values()) {
            found.computeIfAbsent(
                    item, one -> AccessFinding.unknown(one, "Not tried: see what does not work before it."));
        }
        return new AccessAnswer(database, List.copyOf(found.values()), List.copyOf(missing), worker, reached);
    }

    /** What went wrong, in the words in which a step would say it. */
    StepFailure described(String what, RuntimeException e) {
        StepFailure failure = FailureTranslation.described(what, e);
        if (failure.code().equals(FailureCode.INTERNAL.name())) {
            log.error("A bug in a try of access", e);
        }
        return failure;
    }

    static String advice(StepFailure failure) {
        return failure.advice() == null ? "See the worker's log." : failure.advice();
    }
}
