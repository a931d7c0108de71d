package io.gulliver.ui.database;

import io.gulliver.evidence.Trace;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.service.collection.EvidenceTraces;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** CPU, memory and I/O of a database over time, out of one file of evidence. */
@Controller
class ChartsController {
    /** What people ask for first; the rest follows in the order of the file. */
    private static final List<String> FIRST = List.of(
            "cpu.busyCores",
            "host.cpu.busyPercent",
            "memory.sgaGb",
            "memory.pgaGb",
            "host.memory.usedGb",
            "io.iops",
            "host.io.iops",
            "io.mbPerSecond",
            "host.io.mbPerSecond",
            "redo.mbPerSecond");

    private final DatabaseFrame frame;
    private final EvidenceTraces traces;
    private final Words words;

    ChartsController(DatabaseFrame frame, EvidenceTraces traces, Words words) {
        this.frame = frame;
        this.traces = traces;
        this.words = words;
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/charts")
    String charts(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @Nullable String file,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            Model model) {
        DatabaseHead head = frame.put(program, database, "charts", model);
        List<DatabaseEvidence> files = traces.files(program, head.name());
        DatabaseEvidence shown = files.stream()
                .filter(one -> file == null || one.ref().sha256().equals(file))
                .findFirst()
                .orElse(null);
        if (file != null && shown == null) {
            throw Refusal.notFound("problem.evidence", file);
        }
        List<Trace> all = shown == null ? List.of() : traces.traces(program, shown);
        ChartRange range = range(all, shown, from, to, DatabaseFrame.base(program, head.name()));
        List<Trace> drawn = new ArrayList<>(
                shown == null || range == null || range.whole()
                        ? all
                        : traces.traces(program, shown, range.from(), range.to()));
        drawn.sort((one, other) -> Integer.compare(place(one), place(other)));
        Set<String> measured = drawn.stream().map(Trace::name).collect(Collectors.toSet());
        Formats fmt = frame.fmt(model);
        model.addAttribute("files", files);
        model.addAttribute("file", shown);
        model.addAttribute("range", range);
        model.addAttribute("charts", drawn.stream().map(TraceChart::of).toList());
        model.addAttribute(
                "absent",
                all.stream()
                        .map(Trace::name)
                        .filter(name -> !measured.contains(name))
                        .map(words::trace)
                        .collect(Collectors.joining(", ")));
        model.addAttribute("lead", lead(head.name(), shown, all, drawn, fmt));
        return "database/charts";
    }

    /** From the first measurement of a file to its last, or what the address says; null where there is none. */
    private static @Nullable ChartRange range(
            List<Trace> all, @Nullable DatabaseEvidence file, @Nullable String from, @Nullable String to, String base) {
        if (file == null || all.isEmpty()) {
            return null;
        }
        return ChartRange.of(
                from,
                to,
                Instant.ofEpochSecond(all.stream().mapToLong(Trace::from).min().orElseThrow()),
                Instant.ofEpochSecond(all.stream().mapToLong(Trace::to).max().orElseThrow()),
                base + "/charts?file=" + file.ref().sha256());
    }

    private static int place(Trace trace) {
        int at = FIRST.indexOf(trace.name());
        return at < 0 ? FIRST.size() : at;
    }

    private Sentence lead(
            String database, @Nullable DatabaseEvidence file, List<Trace> all, List<Trace> drawn, Formats fmt) {
        if (file == null) {
            return words.sentence("charts.lead.none", database);
        }
        if (all.isEmpty()) {
            return words.sentence("charts.lead.empty", file.ref().name());
        }
        if (drawn.isEmpty()) {
            return words.sentence("charts.lead.nothing", file.ref().name());
        }
        Trace first = drawn.get(0);
        return words.sentence(
                "charts.lead",
                words.trace(first.name()),
                TraceChart.figure(first.distribution().p95()),
                first.unit(),
                TraceChart.figure(first.distribution().max()),
                fmt.coarse(Duration.between(Instant.ofEpochSecond(first.from()), Instant.ofEpochSecond(first.to()))),
                first.figures());
    }
}
