package io.gulliver.persistence.risk;

import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.view.RiskReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The risk register. Every change of a score or state is kept; every change is audited. */
public interface RiskStore extends RiskReader {

    /** Adds a person's risk; the same request id again answers the same risk. */
    Risk add(String program, RiskStatement statement, String requestId, String by);

    /** Adds a rule's risk; when the rule has one for that cause already, answers it unchanged. */
    Risk raise(String program, RiskStatement statement, String rule, String ruleCause);

    /**
     * Changes a risk when nobody else did since.
     *
     * @param version the version that was edited
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    Risk update(String program, int number, long version, RiskStatement statement, String by);

    /** The risks that rules raised, closed ones too, by number. */
    List<Risk> ruled(String program);

    /** Risks that concern a database, open and proposed, highest score first. */
    List<Risk> ofDatabase(String program, @Nullable String database);
}
