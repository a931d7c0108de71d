package io.gulliver.service.planning;

import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskSeed;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.risk.RiskStore;
import java.util.List;

/** What people do with risks: start the register from seeds, add, change, accept, close. */
public final class RiskService {
    private final RiskStore risks;

    public RiskService(RiskStore risks) {
        this.risks = risks;
    }

    /** Proposes the shipped seeds; those that were proposed before are left alone. */
    public List<Risk> seed(String program, List<RiskSeed> seeds, String by) {
        return seeds.stream()
                .map(seed -> risks.add(
                        program,
                        new RiskStatement(
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
                                List.of()),
                        "seed/" + program + "/" + seed.id(),
                        by))
                .toList();
    }

    /** Adds a person's risk; the same request id again answers the same risk. */
    public Risk add(String program, RiskStatement statement, String requestId, String by) {
        return risks.add(program, statement, requestId, by);
    }

    /**
     * Changes a risk when nobody else did since.
     *
     * @param version the version that was edited
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    public Risk change(String program, int number, long version, RiskStatement statement, String by) {
        return risks.update(program, number, version, statement, by);
    }

    /** Accepts a proposed risk. */
    public Risk accept(String program, int number, long version, String by) {
        return move(program, number, version, RiskState.OPEN, by);
    }

    /** Closes a risk. */
    public Risk close(String program, int number, long version, String by) {
        return move(program, number, version, RiskState.CLOSED, by);
    }

    private Risk move(String program, int number, long version, RiskState state, String by) {
        return risks.update(program, number, version, statement(risks.require(program, number), state), by);
    }

    static RiskStatement statement(Risk risk, RiskState state) {
        return new RiskStatement(
                risk.event(),
                risk.cause(),
                risk.effect(),
                risk.probability(),
                risk.impact(),
                risk.owner(),
                risk.response(),
                risk.action(),
                risk.due(),
                risk.indicator(),
                state,
                risk.databases());
    }
}
