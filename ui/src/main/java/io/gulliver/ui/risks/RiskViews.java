package io.gulliver.ui.risks;

import io.gulliver.domain.risk.EntryChange;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.service.planning.RiskService;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and changes the risk register. */
public interface RiskViews {
    /** Every risk of a program: highest score first, then by key. */
    List<RiskView> list(String program);

    /** Every entry of the register, of all kinds: the heaviest first. */
    List<RiskView> entries(String program);

    /** What was changed in an entry since it was raised, oldest first. */
    List<EntryChange> changes(String program, String id);

    /** An entry of any kind. */
    Optional<RiskView> find(String program, String id);

    /** Adds a risk; the same request id again answers the same risk. */
    RiskView add(String program, RiskStatement statement, String requestId, String by);

    /**
     * Changes a risk when nobody else did since.
     *
     * @param version the version that was edited
     * @throws io.gulliver.persistence.StaleVersionException somebody else did
     * @throws io.gulliver.persistence.UnknownRowException no such risk
     */
    RiskView change(String program, String id, long version, RiskStatement statement, String by);

    /** Accepts what is proposed, with somebody who answers for it and the day until when; null leaves what it has. */
    RiskView accept(
            String program, String id, long version, @Nullable String owner, @Nullable LocalDate due, String by);

    /** Rejects what is proposed, with a reason. */
    RiskView reject(String program, String id, long version, String reason, String by);

    /** Closes an entry that came about and opens what it became; the same request id again answers the same. */
    RiskView become(String program, String id, long version, RiskService.Turn turn, String requestId, String by);

    /** Ready-made risks, with what a register has of them. */
    List<LibraryView> library(String program);

    /** Puts ready-made risks into the register, proposed. */
    List<RiskView> pick(String program, List<String> ids, @Nullable String owner, @Nullable LocalDate due, String by);

    /** How many entries were once made of the whole library and touched by nobody. */
    int untouched(String program);

    /** Rejects those; how many there were. */
    int putBack(String program, String reason, String by);

    /**
     * A ready-made risk.
     *
     * @param id in the library
     * @param title what may happen
     * @param cause why
     * @param effect what it would do
     * @param probability 1 to 5, judged
     * @param impact 1 to 5, judged
     * @param action what is done about it
     * @param indicator early sign
     * @param happened whether it came true where it was met
     * @param entry its key in the register, or null
     * @param free whether it can be picked
     */
    record LibraryView(
            String id,
            String title,
            String cause,
            String effect,
            int probability,
            int impact,
            String action,
            String indicator,
            boolean happened,
            @Nullable String entry,
            boolean free) {}
}
