package io.gulliver.ui.read;

import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskScore;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.RiskReader;
import io.gulliver.service.planning.RiskService;
import io.gulliver.ui.risks.RiskView;
import io.gulliver.ui.risks.RiskViews;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.stereotype.Component;

/** The risk register on the store. */
@Component
class StoredRisks implements RiskViews {
    private final RiskReader risks;
    private final RiskService register;

    StoredRisks(RiskReader risks, RiskService register) {
        this.register = register;
        this.risks = risks;
    }

    @Override
    public List<RiskView> list(String program) {
        return risks.list(program).stream().map(StoredRisks::view).toList();
    }

    @Override
    public Optional<RiskView> find(String program, String id) {
        OptionalInt number = number(id);
        return number.isEmpty()
                ? Optional.empty()
                : risks.find(program, number.getAsInt()).map(StoredRisks::view);
    }

    @Override
    public RiskView add(String program, RiskStatement statement, String requestId, String by) {
        return view(register.add(program, statement, requestId, by));
    }

    @Override
    public RiskView change(String program, String id, long version, RiskStatement statement, String by) {
        int number = number(id).orElseThrow(() -> new UnknownRowException("There is no risk " + id + "."));
        return view(register.change(program, number, version, statement, by));
    }

    private static OptionalInt number(String id) {
        return id.matches("R-[0-9]{1,8}") ? OptionalInt.of(Integer.parseInt(id.substring(2))) : OptionalInt.empty();
    }

    private static RiskView view(Risk risk) {
        return new RiskView(
                risk.key(),
                risk.event(),
                risk.cause(),
                risk.effect(),
                risk.probability(),
                risk.impact(),
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
                risk.changedAt());
    }
}
