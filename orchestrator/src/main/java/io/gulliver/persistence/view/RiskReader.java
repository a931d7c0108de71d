package io.gulliver.persistence.view;

import io.gulliver.domain.risk.Risk;
import java.util.List;
import java.util.Optional;

/** The risk register, as pages read it. */
public interface RiskReader {
    /** Every risk of a program: highest score first, then by number. */
    List<Risk> list(String program);

    Optional<Risk> find(String program, int number);

    /** @throws io.gulliver.persistence.UnknownRowException when there is none */
    Risk require(String program, int number);
}
