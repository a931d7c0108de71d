package io.gulliver.persistence.view;

import io.gulliver.domain.risk.EntryChange;
import io.gulliver.domain.risk.Risk;
import java.util.List;
import java.util.Optional;

/** The risk register, as pages read it. */
public interface RiskReader {
    /** Every risk of a program: highest score first, then by number. */
    List<Risk> list(String program);

    /** Every entry of the register, of all kinds: the heaviest first, then by number. */
    List<Risk> entries(String program);

    /** What was changed in an entry since it was raised, oldest first. */
    List<EntryChange> changes(String program, int number);

    /** An entry of any kind. */
    Optional<Risk> find(String program, int number);

    /** @throws io.gulliver.persistence.UnknownRowException when there is none */
    Risk require(String program, int number);
}
