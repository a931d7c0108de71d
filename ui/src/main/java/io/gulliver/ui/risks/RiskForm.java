package io.gulliver.ui.risks;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;

/** The form of a risk; also the body of the API, where what is read beside it may come back with it. */
@JsonIgnoreProperties({"id", "raisedBy", "raisedAt", "scores", "changedBy", "changedAt"})
public record RiskForm(
        @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
        String title,

        @Size(max = 2000, message = "{form.long}") @Nullable String cause,
        @Size(max = 2000, message = "{form.long}") @Nullable String effect,

        @NotNull(message = "{form.needed}")
        @Min(value = 1, message = "{form.range}")
        @Max(value = 5, message = "{form.range}")
        @Nullable
        Integer probability,

        @NotNull(message = "{form.needed}")
        @Min(value = 1, message = "{form.range}")
        @Max(value = 5, message = "{form.range}")
        @Nullable
        Integer impact,

        @Size(max = 100, message = "{form.long}") @Nullable String owner,
        @NotNull(message = "{form.needed}") RiskResponse response,
        @Size(max = 2000, message = "{form.long}") @Nullable String action,

        @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable
        LocalDate due,

        @Size(max = 500, message = "{form.long}") @Nullable String indicator,
        @NotNull(message = "{form.needed}") RiskState state,
        @Nullable String databases,
        @Nullable Long version) {

    static RiskForm of(RiskView risk) {
        return new RiskForm(
                risk.title(),
                risk.cause(),
                risk.effect(),
                risk.probability(),
                risk.impact(),
                risk.owner(),
                risk.response(),
                risk.action(),
                risk.due(),
                risk.indicator(),
                risk.state(),
                String.join(", ", risk.databases()),
                risk.version());
    }

    /** The version that the form was filled from; 0 for a new risk. */
    long readVersion() {
        return version == null ? 0 : version;
    }

    static RiskForm empty() {
        return new RiskForm("", "", "", 3, 3, "", RiskResponse.REDUCE, "", null, "", RiskState.OPEN, "", 0L);
    }

    /** As the register takes it. */
    public RiskStatement statement() {
        return new RiskStatement(
                title.strip(),
                text(cause),
                text(effect),
                probability == null ? 0 : probability,
                impact == null ? 0 : impact,
                text(owner).isEmpty() ? null : text(owner),
                response,
                text(action),
                due,
                text(indicator),
                state,
                databases == null
                        ? List.of()
                        : Arrays.stream(databases.split("[,\\s]+"))
                                .filter(name -> !name.isBlank())
                                .toList());
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value.strip();
    }
}
