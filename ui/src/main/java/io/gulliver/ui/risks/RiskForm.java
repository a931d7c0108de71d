package io.gulliver.ui.risks;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.gulliver.domain.risk.EntryDetails;
import io.gulliver.domain.risk.EntryKind;
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
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import tools.jackson.databind.annotation.JsonDeserialize;

/** The form of an entry of the register; also the body of the API, where what is read beside it may come back with it. */
@JsonIgnoreProperties({
    "id",
    "raisedBy",
    "raisedAt",
    "scores",
    "changedBy",
    "changedAt",
    "rule",
    "finding",
    "cameFrom",
    "became"
})
public record RiskForm(
        @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
        String title,

        @Size(max = 2000, message = "{form.long}") @Nullable String cause,
        @Size(max = 2000, message = "{form.long}") @Nullable String effect,

        @Min(value = 1, message = "{form.range}") @Max(value = 5, message = "{form.range}") @Nullable
        Integer probability,

        @Min(value = 1, message = "{form.range}") @Max(value = 5, message = "{form.range}") @Nullable
        Integer impact,

        @Size(max = 100, message = "{form.long}") @Nullable String owner,
        @Nullable RiskResponse response,
        @Size(max = 2000, message = "{form.long}") @Nullable String action,

        @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable
        LocalDate due,

        @Size(max = 500, message = "{form.long}") @Nullable String indicator,
        @NotNull(message = "{form.needed}") RiskState state,

        @JsonDeserialize(using = DatabaseNames.class) @Nullable
        String databases,

        @Nullable Long version,
        @Nullable EntryKind kind,

        @Min(value = 1, message = "{form.range}") @Max(value = 5, message = "{form.range}") @Nullable
        Integer severity,

        @Size(max = 2000, message = "{form.long}") @Nullable String ifFalse,
        @Size(max = 100, message = "{form.long}") @Nullable String decider,
        @Size(max = 2000, message = "{form.long}") @Nullable String options,
        @Size(max = 2000, message = "{form.long}") @Nullable String decision,
        @Size(max = 2000, message = "{form.long}") @Nullable String outcome,
        @Nullable String evidence) {

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
                risk.version(),
                risk.kind(),
                risk.severity(),
                risk.ifFalse(),
                risk.decider(),
                risk.options(),
                risk.decision(),
                risk.outcome(),
                risk.evidence());
    }

    /** The version that the form was filled from; 0 for a new risk. */
    long readVersion() {
        return version == null ? 0 : version;
    }

    /** A new one: proposed until somebody accepts it. */
    static RiskForm empty(EntryKind kind, String databases) {
        boolean risk = kind == EntryKind.RISK;
        return new RiskForm(
                "",
                "",
                "",
                risk ? 3 : null,
                risk ? 3 : null,
                "",
                RiskResponse.REDUCE,
                "",
                null,
                "",
                RiskState.PROPOSED,
                databases,
                0L,
                kind,
                kind == EntryKind.ISSUE ? 3 : null,
                "",
                "",
                "",
                "",
                "",
                null);
    }

    /** What its kind needs and what was not said, or what no such entry has: field and key of the message. */
    SortedMap<String, String> missing(EntryKind kind) {
        SortedMap<String, String> missing = new TreeMap<>();
        switch (kind) {
            case RISK -> {
                needed(missing, "probability", probability);
                needed(missing, "impact", impact);
                needed(missing, "response", response);
            }
            case ISSUE -> needed(missing, "severity", severity);
            case ASSUMPTION, DECISION -> {}
        }
        if (kind != EntryKind.RISK) {
            strange(missing, "probability", probability);
            strange(missing, "impact", impact);
        }
        if (kind != EntryKind.ISSUE) {
            strange(missing, "severity", severity);
        }
        if (kind != EntryKind.ASSUMPTION) {
            strange(missing, "ifFalse", text(ifFalse).isEmpty() ? null : ifFalse);
        }
        if (kind != EntryKind.DECISION) {
            strange(missing, "decider", text(decider).isEmpty() ? null : decider);
            strange(missing, "options", text(options).isEmpty() ? null : options);
            strange(missing, "decision", text(decision).isEmpty() ? null : decision);
        }
        if (state == RiskState.REJECTED && text(outcome).isEmpty()) {
            missing.put("outcome", "form.needed");
        }
        return missing;
    }

    private static void needed(SortedMap<String, String> missing, String field, @Nullable Object value) {
        if (value == null) {
            missing.put(field, "form.needed");
        }
    }

    private static void strange(SortedMap<String, String> missing, String field, @Nullable Object value) {
        if (value != null) {
            missing.put(field, "form.kind");
        }
    }

    /** As the register takes it, when nothing is missing. */
    RiskStatement statement(EntryKind kind) {
        return new RiskStatement(
                title.strip(),
                text(cause),
                text(effect),
                probability == null ? 0 : probability,
                impact == null ? 0 : impact,
                text(owner).isEmpty() ? null : text(owner),
                response == null ? RiskResponse.REDUCE : response,
                text(action),
                due,
                text(indicator),
                state,
                databases == null
                        ? List.of()
                        : Arrays.stream(databases.split("[,\\s]+"))
                                .filter(name -> !name.isBlank())
                                .toList(),
                details(kind),
                text(outcome),
                text(evidence).isEmpty() ? null : text(evidence));
    }

    private EntryDetails details(EntryKind kind) {
        return switch (kind) {
            case RISK -> EntryDetails.RISK;
            case ASSUMPTION -> EntryDetails.assumption(text(ifFalse));
            case ISSUE -> EntryDetails.issue(severity == null ? 0 : severity);
            case DECISION ->
                EntryDetails.decision(text(decider).isEmpty() ? null : text(decider), text(options), text(decision));
        };
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value.strip();
    }
}
