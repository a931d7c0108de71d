package io.gulliver.ui.risks;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person typed about a risk.
 *
 * @param version that was edited; 0 for a new risk
 */
public record RiskEdit(
        String title,
        String cause,
        String effect,
        int probability,
        int impact,
        String owner,
        RiskView.Response response,
        String action,
        @Nullable LocalDate due,
        String indicator,
        RiskView.State state,
        List<String> databases,
        long version) {
    public RiskEdit {
        databases = List.copyOf(databases);
    }
}
