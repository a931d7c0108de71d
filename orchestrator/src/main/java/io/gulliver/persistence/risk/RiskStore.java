package io.gulliver.persistence.risk;

import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.view.RiskReader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The risk register. Every change of a score or state is kept; every change is audited. */
public interface RiskStore extends RiskReader {

    /** Adds a person's entry; the same request id again answers the same entry. */
    Risk add(String program, RiskStatement statement, String requestId, String by);

    /** Adds an entry of the library; one that is there already is answered unchanged. */
    Risk pick(String program, RiskStatement statement, String libraryId, String by);

    /**
     * Closes an entry and adds what it became, which refers to it, both or neither; the same request id again answers what
     * it became.
     *
     * @param version of the entry that was seen
     * @param before what is said of it when it is closed
     * @param statement of what it became
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    Risk become(
            String program,
            int number,
            long version,
            RiskStatement before,
            RiskStatement statement,
            String requestId,
            String by);

    /** Adds a rule's risk; when the rule has one for that cause already, answers it unchanged. */
    Risk raise(String program, RiskStatement statement, String rule, String ruleCause);

    /**
     * Changes a risk when nobody else did since.
     *
     * @param version the version that was edited
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    Risk update(String program, int number, long version, RiskStatement statement, String by);

    /** Entries that were picked from the library or, once, made of all of it, by their id there. */
    Map<String, Risk> ofLibrary(String program);

    /** The risks that rules raised, closed ones too, by number. */
    List<Risk> ruled(String program);

    /** Risks that concern a database, open and proposed, highest score first. */
    List<Risk> ofDatabase(String program, @Nullable String database);
}
