package io.gulliver.ui.whatif;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.plan.RateOrigin;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.rate.RateLine;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.RateService;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.Refusal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Fills a form from what is known of a database, and says beside each field where that comes from. */
@Component
class Prefill {
    /** What decides between the ways across, offered also where nobody knows it yet. */
    static final List<String> TELLING = List.of(
            "source_release",
            "source_edition",
            "source_topology",
            "archivelog",
            "charset_equal",
            "data_gb",
            "index_gb",
            "files_gb",
            "redo_mb_s",
            "gg_licensed");

    private static final int MB_PER_GB = 1024;

    private final DatabaseReader databases;
    private final AssessmentService desk;
    private final RateService rates;
    private final Words words;

    Prefill(DatabaseReader databases, AssessmentService desk, RateService rates, Words words) {
        this.databases = databases;
        this.desk = desk;
        this.rates = rates;
        this.words = words;
    }

    /** The form of a database. */
    Form of(Question question, String program, String database, Formats fmt) {
        SourceDatabase found = databases
                .find(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program));
        Known known = new Known(fmt);
        for (Fact fact : desk.known(program, found.name())) {
            known.facts.put(fact.name(), fact);
        }
        switch (question) {
            case MEMORY -> memory(known, found.name());
            case CPU -> cpu(known, found.name());
            case STORAGE -> storage(known, found.profile());
            case METHOD -> {
                method(known, desk.methodFacts(program, found.name()));
                rates(known, rates.lines(program, found.name()));
                desk.window(program, found.name())
                        .ifPresent(window -> known.inventory("/windowMinutes", String.valueOf(window.toMinutes())));
            }
        }
        return Form.filled(question, known.texts, known.origins);
    }

    /** Names that a person can start from when the facts of no database are there. */
    static Map<String, String> telling() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < TELLING.size(); i++) {
            texts.put("/facts/" + i + "/name", TELLING.get(i));
        }
        return texts;
    }

    private void memory(Known known, String database) {
        known.texts.put("/production", "on");
        known.texts.put("/instances/0/name", database);
        if (!known.put("/instances/0/sgaMb", 1, "sga_mb")) {
            known.put("/instances/0/sgaMb", MB_PER_GB, "memory.sgaGb.max", "awr.memory.sgaGb");
        }
        if (!known.put("/instances/0/pgaMb", 1, "pga_mb")) {
            known.put("/instances/0/pgaMb", MB_PER_GB, "memory.pgaGb.max", "awr.memory.pgaGb");
        }
        known.put("/instances/0/connections", 1, "sessions_peak", "processes");
    }

    private void cpu(Known known, String database) {
        Optional<Double> cores = known.number("host.cores").or(() -> known.number("cores"));
        Optional<Double> busy = known.number("cpu.busyCores.p95");
        Fact names = known.facts.get("host.names");
        double hosts = names != null && names.value() instanceof List<?> list ? Math.max(1, list.size()) : 1;
        known.texts.put("/servers/0/name", database);
        known.text("/servers/0/model", "host.cpuModel", "cpu_model");
        if (cores.isPresent()) {
            known.set("/servers/0/cores", cores.get() * hosts, "host.cores");
            if (busy.isPresent() && cores.get() > 0) {
                known.set(
                        "/servers/0/peakPercent",
                        Math.round(1e4 * busy.get() / (cores.get() * hosts)) / 100.0,
                        "cpu.busyCores.p95");
            }
        }
        known.put("/intervalMinutes", 1, "evidence.intervalMinutes");
        known.days().ifPresent(days -> known.set("/days", days, "evidence.to"));
    }

    private void storage(Known known, DatabaseProfile profile) {
        if (!known.put("/usedGb", 1, "files_gb", "storage.sizeGb.last") && profile.gigabytes() != null) {
            known.inventory("/usedGb", Derivation.shown(profile.gigabytes()));
        }
        // a sum that nothing parts stands with the reads
        known.put("/readIops", 1, "io.readIops.p95", "awr.load.readIops", "io.iops.p95");
        known.put("/writeIops", 1, "io.writeIops.p95", "awr.load.writeIops");
        known.put("/readMbPerSecond", 1, "io.readMbPerSecond.p95", "awr.load.readMbPerSecond", "io.mbPerSecond.p95");
        known.put("/writeMbPerSecond", 1, "io.writeMbPerSecond.p95", "awr.load.writeMbPerSecond");
        known.put("/redoMbPerSecond", 1, "redo.mbPerSecond.max", "redo_peak_mb_s", "redo_mb_s");
    }

    private void method(Known known, Map<String, Object> facts) {
        LinkedHashMap<String, Object> ordered = new LinkedHashMap<>();
        TELLING.forEach(name -> ordered.put(name, facts.getOrDefault(name, "")));
        facts.forEach((name, value) -> {
            if (name.matches("[a-z][a-z0-9_]*")) {
                ordered.put(name, value);
            }
        });
        int row = 0;
        for (Map.Entry<String, Object> one : ordered.entrySet()) {
            known.texts.put("/facts/" + row + "/name", one.getKey());
            known.texts.put("/facts/" + row + "/value", shown(one.getValue()));
            if (!one.getValue().equals("")) {
                known.origins.put("/facts/" + row + "/value", known.origin(one.getKey(), one.getValue()));
            }
            row++;
        }
    }

    /** The rates that it is judged by, where they are not the planning values, which hold unless others are given. */
    private static void rates(Known known, List<RateLine> lines) {
        int row = 0;
        for (RateLine line : lines) {
            if (line.origin().kind() != RateOrigin.Kind.PLANNING_VALUE && line.planningValue() != null) {
                known.texts.put("/rates/" + row + "/name", line.name());
                known.texts.put("/rates/" + row + "/value", Derivation.shown(line.value()));
                known.origins.put("/rates/" + row + "/value", line.origin().words());
                row++;
            }
        }
    }

    private static String shown(Object value) {
        if (value instanceof Boolean yes) {
            return yes ? "yes" : "no";
        }
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        return value instanceof Double number ? Derivation.shown(number) : String.valueOf(value);
    }

    /** What is known, and what was made of it. */
    private final class Known {
        private final Formats fmt;
        private final Map<String, Fact> facts = new LinkedHashMap<>();
        private final Map<String, String> texts = new LinkedHashMap<>();
        private final Map<String, String> origins = new LinkedHashMap<>();

        Known(Formats fmt) {
            this.fmt = fmt;
        }

        Optional<Double> number(String name) {
            Fact fact = facts.get(name);
            return fact != null && fact.value() instanceof Number number
                    ? Optional.of(number.doubleValue())
                    : Optional.empty();
        }

        String origin(Fact fact) {
            return words.text(
                    "whatif.origin", words.fact(fact.name()), words.source(fact.source()), fmt.age(fact.at()));
        }

        String inventory() {
            return words.text("whatif.origin.inventory");
        }

        /** A figure that stands under its own name, or under that of a capture; else the inventory or the program said it. */
        String origin(String name, Object value) {
            Fact own = facts.get(name);
            return own != null
                    ? origin(own)
                    : facts.values().stream()
                            .filter(fact -> fact.value().equals(value))
                            .findFirst()
                            .map(this::origin)
                            .orElseGet(this::inventory);
        }

        /** Takes the first of some facts that is known; false when none is. */
        boolean put(String pointer, double factor, String... names) {
            for (String name : names) {
                Optional<Double> value = number(name);
                if (value.isPresent()) {
                    set(pointer, value.get() * factor, name);
                    return true;
                }
            }
            return false;
        }

        void set(String pointer, double value, String name) {
            texts.put(pointer, Derivation.shown(value).replace(",", ""));
            Fact fact = facts.get(name);
            if (fact != null) {
                origins.put(pointer, origin(fact));
            }
        }

        void text(String pointer, String... names) {
            for (String name : names) {
                Fact fact = facts.get(name);
                if (fact != null) {
                    texts.put(pointer, shown(fact.value()));
                    origins.put(pointer, origin(fact));
                    return;
                }
            }
        }

        void inventory(String pointer, String text) {
            texts.put(pointer, text.replace(",", ""));
            origins.put(pointer, inventory());
        }

        Optional<Double> days() {
            Fact from = facts.get("evidence.from");
            Fact to = facts.get("evidence.to");
            if (from == null || to == null) {
                return Optional.empty();
            }
            try {
                Duration span = Duration.between(
                        LocalDateTime.parse(from.value().toString()),
                        LocalDateTime.parse(to.value().toString()));
                return Optional.of(Math.floor(span.toHours() / 2.4) / 10);
            } catch (DateTimeParseException anotherForm) {
                return Optional.empty();
            }
        }
    }
}
