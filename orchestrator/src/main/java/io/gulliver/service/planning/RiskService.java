package io.gulliver.service.planning;

import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.risk.EntryDetails;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskSeed;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.risk.RiskStore;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What people do with the register: pick from the library, add, change, accept, reject, close, say what an entry became. */
public final class RiskService {
    /** Who made entries of the whole library, once. */
    private static final String AUTOMATIC = "Gulliver";
    /** Characters of an entry's one line at most. */
    private static final int LINE = 400;

    private final RiskStore risks;
    private final List<RiskSeed> seeds;

    /** @param seeds the library of ready-made risks */
    public RiskService(RiskStore risks, List<RiskSeed> seeds) {
        this.risks = risks;
        this.seeds = List.copyOf(seeds);
    }

    /**
     * A ready-made risk.
     *
     * @param seed as the library has it
     * @param entry made of it in the register, or null
     */
    public record LibraryRisk(RiskSeed seed, @Nullable Risk entry) {
        /** Whether it can be picked: the register has it not, or nobody has taken it up. */
        public boolean free() {
            return entry == null || entry.state() == RiskState.REJECTED || untouched(entry);
        }
    }

    /** The library, in its order, with what a register has of it. */
    public List<LibraryRisk> library(String program) {
        Map<String, Risk> entries = risks.ofLibrary(program);
        return seeds.stream()
                .map(seed -> new LibraryRisk(seed, entries.get(seed.id())))
                .toList();
    }

    /**
     * Puts risks of the library into the register, where somebody accepts them; those that stand there are left alone, but
     * for what nobody took up yet or was rejected before.
     *
     * @param ids in the library
     * @param owner who answers for them, or null
     * @param due until when, or null
     * @throws RefusedException when the library has one of them not; then none is picked
     */
    public List<Risk> pick(
            String program, List<String> ids, @Nullable String owner, @Nullable LocalDate due, String by) {
        Map<String, LibraryRisk> library = new TreeMap<>();
        library(program).forEach(risk -> library.put(risk.seed().id(), risk));
        List<String> unknown =
                ids.stream().filter(id -> !library.containsKey(id)).toList();
        if (!unknown.isEmpty()) {
            throw new RefusedException(RuleViolation.notSo("The library of risks has no " + String.join(", ", unknown)
                    + "; it has "
                    + seeds.size() + ", from " + seeds.get(0).id() + " on. Nothing was picked."));
        }
        return ids.stream()
                .distinct()
                .map(library::get)
                .map(picked -> {
                    Risk entry = picked.entry();
                    RiskStatement wanted = statement(picked.seed()).ownedBy(owner, due);
                    if (entry == null) {
                        return risks.pick(program, wanted, picked.seed().id(), by);
                    }
                    return picked.free()
                            ? risks.update(program, entry.number(), entry.version(), again(entry, owner, due), by)
                            : entry;
                })
                .toList();
    }

    private static RiskStatement again(Risk entry, @Nullable String owner, @Nullable LocalDate due) {
        return entry.statement()
                .in(RiskState.PROPOSED, "")
                .ownedBy(owner == null ? entry.owner() : owner, due == null ? entry.due() : due);
    }

    private static RiskStatement statement(RiskSeed seed) {
        return new RiskStatement(
                seed.event(),
                seed.cause(),
                seed.effect(),
                seed.probability(),
                seed.impact(),
                null,
                RiskResponse.REDUCE,
                seed.mitigation(),
                null,
                seed.indicator(),
                RiskState.PROPOSED,
                List.of());
    }

    /** Entries that were once made of the whole library, and that nobody accepted, rejected or changed. */
    public List<Risk> untouched(String program) {
        return risks.ofLibrary(program).values().stream()
                .filter(RiskService::untouched)
                .toList();
    }

    private static boolean untouched(Risk risk) {
        return risk.state() == RiskState.PROPOSED
                && risk.version() == 1
                && risk.raisedBy().equals(AUTOMATIC);
    }

    /** Rejects all that is untouched: the library has it on, to be picked. */
    public int putBack(String program, String reason, String by) {
        List<Risk> untouched = untouched(program);
        untouched.forEach(risk -> reject(program, risk.number(), risk.version(), reason, by));
        return untouched.size();
    }

    /** Adds a person's entry; the same request id again answers the same entry. */
    public Risk add(String program, RiskStatement statement, String requestId, String by) {
        return risks.add(program, statement, requestId, by);
    }

    /**
     * Changes an entry when nobody else did since.
     *
     * @param version the version that was edited
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    public Risk change(String program, int number, long version, RiskStatement statement, String by) {
        return risks.update(program, number, version, statement, by);
    }

    /**
     * Accepts what is proposed: from then on it counts, and somebody answers for it until a day.
     *
     * @param owner null for the one it has
     * @param due null for the one it has
     * @throws RefusedException when it is not proposed, or nobody or no day is named
     */
    public Risk accept(
            String program, int number, long version, @Nullable String owner, @Nullable LocalDate due, String by) {
        Risk risk = proposed(program, number, version);
        String who = owner == null ? risk.owner() : owner;
        LocalDate until = due == null ? risk.due() : due;
        if (who == null || until == null) {
            throw new RefusedException(RuleViolation.notSo("Entry " + risk.key()
                    + " is accepted with somebody who answers for it and the day until when. Name "
                    + (who == null ? until == null ? "both." : "an owner." : "a due date.")));
        }
        return risks.update(
                program,
                number,
                version,
                risk.statement().in(RiskState.OPEN, "").ownedBy(who, until),
                by);
    }

    /**
     * Rejects what is proposed; a rule brings it back only for a database that it did not concern.
     *
     * @param reason why
     * @throws RefusedException when it is not proposed, or no reason is given
     */
    public Risk reject(String program, int number, long version, String reason, String by) {
        Risk risk = proposed(program, number, version);
        if (reason.isBlank()) {
            throw new RefusedException(
                    RuleViolation.notSo("Say why entry " + risk.key() + " is rejected; nothing was changed."));
        }
        return risks.update(program, number, version, risk.statement().in(RiskState.REJECTED, reason.strip()), by);
    }

    private Risk proposed(String program, int number, long version) {
        Risk risk = risks.require(program, number);
        if (risk.version() == version && risk.state() != RiskState.PROPOSED) {
            throw new RefusedException(RuleViolation.notNow("Entry " + risk.key()
                    + " is not proposed any more: only what is proposed is accepted or rejected. Change its state"
                    + " instead."));
        }
        return risk;
    }

    /** Closes an entry. */
    public Risk close(String program, int number, long version, String by) {
        return risks.update(
                program,
                number,
                version,
                risks.require(program, number).statement().in(RiskState.CLOSED, ""),
                by);
    }

    /**
     * What an entry becomes.
     *
     * @param kind a false assumption becomes a risk or an issue, a risk that happened an issue
     * @param title one line, or empty for what the entry says
     * @param probability 1 to 5 of a risk
     * @param impact 1 to 5 of a risk, severity of an issue
     * @param reason what was seen
     */
    public record Turn(EntryKind kind, String title, int probability, int impact, String reason) {}

    /**
     * Closes an entry that has come about, and opens what it became, which refers to it; the same request id again answers
     * the same.
     *
     * @throws RefusedException when such an entry becomes no such thing, it is over already, or nothing was said of what
     *     was seen
     */
    public Risk become(String program, int number, long version, Turn turn, String requestId, String by) {
        Risk risk = risks.require(program, number);
        if (!risk.kind().becomes(turn.kind())) {
            throw new RefusedException(RuleViolation.notSo("Entry " + risk.key()
                    + " cannot become that: an assumption becomes a risk or an issue, a risk becomes an issue."));
        }
        if (turn.reason().isBlank()) {
            throw new RefusedException(
                    RuleViolation.notSo("Say what was seen of entry " + risk.key() + "; nothing was changed."));
        }
        if (risk.version() == version && risk.state().over()) {
            throw new RefusedException(RuleViolation.notNow("Entry " + risk.key() + " is over. Open it first."));
        }
        String line = Objects.requireNonNull(
                turn.title().isBlank()
                        ? risk.details().ifFalse().isBlank()
                                ? risk.event()
                                : risk.details().ifFalse()
                        : turn.title().strip());
        RiskStatement before = risk.statement().in(risk.state(), turn.reason().strip());
        boolean asRisk = turn.kind() == EntryKind.RISK;
        RiskStatement after = new RiskStatement(
                line.length() > LINE ? line.substring(0, LINE) : line,
                risk.key() + ": " + turn.reason().strip(),
                risk.effect(),
                asRisk ? turn.probability() : 0,
                asRisk ? turn.impact() : 0,
                risk.owner(),
                RiskResponse.REDUCE,
                risk.action(),
                risk.due(),
                "",
                RiskState.OPEN,
                risk.databases(),
                asRisk ? EntryDetails.RISK : EntryDetails.issue(turn.impact()),
                "",
                risk.evidence());
        return risks.become(program, number, version, before, after, requestId, by);
    }
}
