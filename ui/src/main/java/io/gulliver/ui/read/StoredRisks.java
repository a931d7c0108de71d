package io.gulliver.ui.read;

import io.gulliver.domain.risk.EntryChange;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskScore;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.RiskReader;
import io.gulliver.service.planning.RiskService;
import io.gulliver.ui.risks.RiskView;
import io.gulliver.ui.risks.RiskViews;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The risk register on the store. */
@Component
public class StoredRisks implements RiskViews {
    private final RiskReader risks;
    private final RiskService register;

    public StoredRisks(RiskReader risks, RiskService register) {
        this.register = register;
        this.risks = risks;
    }

    @Override
    public List<RiskView> list(String program) {
        return risks.list(program).stream().map(StoredRisks::view).toList();
    }

    @Override
    public List<RiskView> entries(String program) {
        return risks.entries(program).stream().map(StoredRisks::view).toList();
    }

    @Override
    public List<EntryChange> changes(String program, String id) {
        return risks.changes(program, number(program, id));
    }

    @Override
    public Optional<RiskView> find(String program, String id) {
        return entry(program, id).map(StoredRisks::view);
    }

    @Override
    public RiskView add(String program, RiskStatement statement, String requestId, String by) {
        return view(register.add(program, statement, requestId, by));
    }

    @Override
    public RiskView change(String program, String id, long version, RiskStatement statement, String by) {
        return view(register.change(program, number(program, id), version, statement, by));
    }

    @Override
    public RiskView accept(
            String program, String id, long version, @Nullable String owner, @Nullable LocalDate due, String by) {
        return view(register.accept(program, number(program, id), version, owner, due, by));
    }

    @Override
    public RiskView reject(String program, String id, long version, String reason, String by) {
        return view(register.reject(program, number(program, id), version, reason, by));
    }

    @Override
    public RiskView become(
            String program, String id, long version, RiskService.Turn turn, String requestId, String by) {
        return view(register.become(program, number(program, id), version, turn, requestId, by));
    }

    @Override
    public List<LibraryView> library(String program) {
        return register.library(program).stream()
                .map(risk -> new LibraryView(
                        risk.seed().id(),
                        risk.seed().event(),
                        risk.seed().cause(),
                        risk.seed().effect(),
                        risk.seed().probability(),
                        risk.seed().impact(),
                        risk.seed().mitigation(),
                        risk.seed().indicator(),
                        risk.seed().happened(),
                        risk.entry() == null ? null : risk.entry().key(),
                        risk.free()))
                .toList();
    }

    @Override
    public List<RiskView> pick(
            String program, List<String> ids, @Nullable String owner, @Nullable LocalDate due, String by) {
        return register.pick(program, ids, owner, due, by).stream()
                .map(StoredRisks::view)
                .toList();
    }

    @Override
    public int untouched(String program) {
        return register.untouched(program).size();
    }

    @Override
    public int putBack(String program, String reason, String by) {
        return register.putBack(program, reason, by);
    }

    private int number(String program, String id) {
        return entry(program, id)
                .orElseThrow(() -> new UnknownRowException("The register has no entry " + id + "."))
                .number();
    }

    /** The letter of a key is part of it. */
    private Optional<Risk> entry(String program, String id) {
        return id.matches("[RAID]-[0-9]{1,8}")
                ? risks.find(program, Integer.parseInt(id.substring(2)))
                        .filter(risk -> risk.kind().name().charAt(0) == id.charAt(0))
                : Optional.empty();
    }

    private static RiskView view(Risk risk) {
        return new RiskView(
                risk.key(),
                risk.event(),
                risk.cause(),
                risk.effect(),
                risk.kind() == EntryKind.RISK ? risk.probability() : null,
                risk.kind() == EntryKind.RISK ? risk.impact() : null,
                risk.owner() == null ? "" : risk.owner(),
                risk.response(),
                risk.action(),
                risk.due(),
                risk.indicator(),
                risk.state(),
                risk.databases(),
                risk.raisedBy(),
                risk.raisedAt(),
                risk.scores().stream().map(RiskScore::score).toList(),
                risk.version(),
                risk.changedBy(),
                risk.changedAt(),
                risk.kind(),
                risk.details().severity(),
                risk.details().ifFalse(),
                risk.details().decider(),
                risk.details().options(),
                risk.details().decision(),
                risk.outcome(),
                risk.evidence(),
                risk.rule(),
                risk.ruleCause(),
                risk.cameFrom(),
                risk.became());
    }
}
