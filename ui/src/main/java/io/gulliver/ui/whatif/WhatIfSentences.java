package io.gulliver.ui.whatif;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.Grade;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.planning.sizing.NetworkPlanner;
import io.gulliver.planning.sizing.SgaAdvice;
import io.gulliver.planning.sizing.StorageSizing;
import io.gulliver.ui.frame.Figure;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.SizingFigures;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Asks what a form says, and puts the answer into sentences. */
@Component
class WhatIfSentences {
    private final WhatIf decisions;
    private final Words words;
    private final JsonMapper json;

    WhatIfSentences(WhatIf decisions, Words words, JsonMapper json) {
        this.decisions = decisions;
        this.words = words;
        this.json = json;
    }

    /**
     * The answer.
     *
     * @throws Refusal naming everything that is missing or wrong by pointer
     */
    WhatIfAnswer of(Form form, Formats fmt) {
        ObjectNode body = form.body();
        List<FieldProblem> unread = List.copyOf(form.problems());
        WhatIfAnswer answer;
        try {
            answer = switch (form.question()) {
                case MEMORY -> memory(decisions.memory(read(body, WhatIfFigures.Memory.class)));
                case CPU -> cpu(decisions.cpu(read(body, WhatIfFigures.Cpu.class)));
                case STORAGE -> storage(decisions.storage(read(body, WhatIfFigures.Storage.class)));
                case METHOD -> method(decisions.method(read(body, WhatIfFigures.Method.class)), fmt);
            };
        } catch (Refusal refusal) {
            // what could not be read is told as that, and not once more as missing
            List<FieldProblem> all = new ArrayList<>(unread);
            refusal.fields().stream()
                    .filter(one ->
                            unread.stream().noneMatch(other -> other.pointer().equals(one.pointer())))
                    .forEach(all::add);
            throw Refusal.invalid(all);
        }
        if (!unread.isEmpty()) {
            throw Refusal.invalid(unread);
        }
        return answer;
    }

    private <T> T read(ObjectNode body, Class<T> type) {
        try {
            return json.treeToValue(body, type);
        } catch (JacksonException e) {
            // only a date can still be no date: all else was read before
            String at = e.getPath().isEmpty()
                    ? ""
                    : "/" + e.getPath().get(e.getPath().size() - 1).getPropertyName();
            throw Refusal.invalid(List.of(new FieldProblem(at, words.text("whatif.unread"))));
        }
    }

    private WhatIfAnswer memory(WhatIf.MemoryAnswer answer) {
        MemorySizing sizing = answer.sizing();
        SgaAdvice.Choice advice = answer.advice();
        List<Sentence> more = new ArrayList<>();
        if (sizing.overPlan() != null) {
            double over = sizing.overPlan().value();
            more.add(words.sentence(over < 0 ? "whatif.memory.under" : "whatif.memory.over", shown(Math.abs(over))));
        }
        if (advice != null) {
            more.add(words.sentence(
                    "whatif.memory.advice",
                    shown(advice.sga().value()),
                    round(advice.readReductionPercent().value(), 2),
                    round(advice.timeReductionPercent().value(), 2)));
        }
        return WhatIfAnswer.figures(
                words.sentence(
                        "whatif.memory.lead",
                        shown(sizing.guest().value()),
                        shown(sizing.guest().value() / 1024),
                        shown(sizing.largePages().value()),
                        shown(sizing.smallPages().value())),
                more,
                figures(
                        SizingFigures.memory(sizing),
                        SizingFigures.advice(advice),
                        SizingFigures.simple(sizing.simple())),
                advice == null ? List.of() : advice.steps(),
                sizing.warnings());
    }

    private WhatIfAnswer cpu(CpuSizing sizing) {
        List<Sentence> more = new ArrayList<>();
        more.add(words.sentence(
                "whatif.cpu.grade." + sizing.grade().name(),
                sizing.iflsWithHeadroom() == null
                        ? ""
                        : shown(sizing.iflsWithHeadroom().value())));
        if (sizing.grade() == Grade.LOW && sizing.iflsWithHeadroom() != null) {
            more.add(words.sentence(
                    "whatif.cpu.headroom",
                    shown(sizing.iflsWithHeadroom().value()),
                    sizing.iflsWithHeadroom().value()));
        }
        return WhatIfAnswer.figures(
                words.sentence(
                        sizing.refusals().isEmpty() ? "whatif.cpu.lead" : "whatif.cpu.lead.refused",
                        shown(sizing.ifls().value()),
                        round(sizing.required().value(), 0),
                        round(sizing.requiredAtDesignPoint().value(), 0),
                        round(sizing.capacityOfIfls().value(), 0),
                        round(sizing.utilizationPercent().value(), 1),
                        sizing.required().unit(),
                        sizing.ifls().value()),
                more,
                figures(SizingFigures.cpu(sizing)),
                List.of(),
                Stream.concat(sizing.refusals().stream(), sizing.warnings().stream())
                        .toList());
    }

    private WhatIfAnswer storage(WhatIf.StorageAnswer answer) {
        StorageSizing sizing = answer.sizing();
        NetworkPlanner.Sizing network = answer.network();
        List<Sentence> more = new ArrayList<>();
        if (network != null) {
            more.add(words.sentence(
                    "whatif.storage.network", (int) network.links().value(), (int)
                            network.linksWithOneLost().value()));
        }
        return WhatIfAnswer.figures(
                lead(sizing),
                more,
                figures(SizingFigures.storage(sizing), SizingFigures.network(network)),
                List.of(),
                Stream.concat(sizing.unknown().stream(), sizing.warnings().stream())
                        .toList());
    }

    private Sentence lead(StorageSizing sizing) {
        Derivation arrays = sizing.arrays();
        Derivation volumes = sizing.volumes();
        return arrays == null || volumes == null
                ? words.sentence(
                        "whatif.storage.lead.unknown",
                        shown(sizing.capacity().value()),
                        (int) sizing.ports().value(),
                        (int) sizing.portsWithFabricLost().value())
                : words.sentence(
                        "whatif.storage.lead",
                        shown(sizing.capacity().value()),
                        (int) volumes.value(),
                        (int) arrays.value(),
                        (int) sizing.ports().value(),
                        (int) sizing.portsWithFabricLost().value());
    }

    private WhatIfAnswer method(WhatIf.MethodAnswer answer, Formats fmt) {
        MethodAssessment methods = answer.assessment();
        List<Sentence> more = new ArrayList<>();
        var target = answer.target();
        more.add(words.sentence(
                "whatif.method.target", words.target(target.release(), target.edition(), target.shape())));
        List<String> reasons = methods.forChoice().stream()
                .map(reason -> words.said(reason, fmt))
                .toList();
        return new WhatIfAnswer(lead(methods, fmt), more, List.of(), reasons, target.warnings(), methods, target);
    }

    private Sentence lead(MethodAssessment methods, Formats fmt) {
        Method preferred = methods.preferred();
        if (preferred == null) {
            return words.sentence(methods.open().isEmpty() ? "whatif.method.none" : "whatif.method.tight");
        }
        var judged = methods.judged(preferred);
        var outage = judged.outage();
        String name = words.method(preferred.name());
        if (outage == null) {
            return words.sentence("whatif.method.open", name);
        }
        return words.sentence(
                methods.afterRemedy() ? "whatif.method.remedy" : "whatif.method.lead",
                name,
                fmt.span(outage.likely()),
                fmt.span(outage.shortest()),
                fmt.span(outage.longest()),
                fmt.range(outage.shortest(), outage.longest()) ? 1 : 0);
    }

    @SafeVarargs
    private static List<Figure> figures(List<@Nullable Derivation>... parts) {
        List<@Nullable Derivation> all = new ArrayList<>();
        for (List<@Nullable Derivation> part : parts) {
            all.addAll(part);
        }
        return Figure.of("fig", all);
    }

    private static String shown(double value) {
        return Derivation.shown(value);
    }

    private static String round(double value, int places) {
        return Objects.requireNonNull(String.format(Locale.ROOT, "%,." + places + "f", value));
    }
}
