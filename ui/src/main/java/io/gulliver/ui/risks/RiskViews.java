package io.gulliver.ui.risks;

import io.gulliver.domain.risk.RiskStatement;
import java.util.List;
import java.util.Optional;

/** Reads and changes the risk register. */
public interface RiskViews {
    /** Every risk of a program: highest score first, then by key. */
    List<RiskView> list(String program);

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
}
