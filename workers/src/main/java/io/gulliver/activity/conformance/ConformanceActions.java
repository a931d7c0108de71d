package io.gulliver.activity.conformance;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The actions of {@code actions/conformance.yaml}. Their jobs last by the wall clock from when the ledger says they were
 * started, so that they go on while no worker runs, as remote jobs do.
 */
public final class ConformanceActions {
    private final ConformanceLedger ledger;
    private final Clock clock;
    private final ConcurrentHashMap<String, AtomicInteger> looks = new ConcurrentHashMap<>();

    public ConformanceActions(ConformanceLedger ledger, Clock clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    /** All of them. */
    public List<StepAction> all() {
        return List.of(new Note(), new Look(), new Make(), new ListThings(), new Copy(), new Scan());
    }

    private static String key(StepCall call) {
        return call.migration() + " " + call.step() + (call.round() > 1 ? " round " + call.round() : "");
    }

    private static String text(StepCall call, String name, String otherwise) {
        Object value = call.inputs().get(name);
        return value == null ? otherwise : value.toString();
    }

    private static String required(StepCall call, String name) {
        Object value = call.inputs().get(name);
        if (value == null || value.toString().isEmpty()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Step " + call.step() + ": input " + name + " of " + call.action() + " is missing.",
                    "Give it in the playbook.");
        }
        return value.toString();
    }

    private static double number(StepCall call, String name, double otherwise) {
        Object value = call.inputs().get(name);
        return value instanceof Number number ? number.doubleValue() : otherwise;
    }

    private static StepResult evaluated(StepCall call) {
        return StepResult.done(Map.of(), "would " + call.action() + " " + new TreeMap<>(call.inputs()));
    }

    private final class Note implements StepAction {
        @Override
        public String name() {
            return "conformance.note";
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            String text = required(call, "text");
            double seconds = number(call, "seconds", 0);
            if (seconds > 0) {
                context.waitFor(() -> false, Duration.ofSeconds(1), Duration.ofMillis((long) (seconds * 1000)));
            }
            boolean noted = ledger.create("note", key(call), call, "created", Map.of("text", text));
            return StepResult.done(Map.of("noted", noted), noted ? "noted: " + text : "was noted already: " + text);
        }

        @Override
        public StepResult evaluate(StepCall call, StepContext context) {
            return evaluated(call);
        }
    }

    private final class Look implements StepAction {
        @Override
        public String name() {
            return "conformance.look";
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            int seen =
                    looks.computeIfAbsent(key(call), k -> new AtomicInteger()).incrementAndGet();
            String text = text(call, "text", "nothing");
            boolean done = ledger.entries().stream()
                    .anyMatch(entry -> entry.migration().equals(call.migration().value())
                            && text.equals(entry.details().get("text")));
            Map<String, Object> outputs = new LinkedHashMap<>();
            outputs.put("done", done);
            outputs.put("text", text);
            outputs.put("lag", Math.max(0, (int) number(call, "number", 0) - seen + 1));
            return StepResult.done(outputs, "looked " + seen + " times");
        }

        @Override
        public StepResult evaluate(StepCall call, StepContext context) {
            return run(call, context);
        }
    }

    private final class Make implements StepAction {
        @Override
        public String name() {
            return "conformance.make";
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            String name = required(call, "name");
            double size = number(call, "size", 1.0);
            boolean made = ledger.create("thing", name, call, "created", Map.of("size", size, "owner", key(call)));
            ConformanceLedger.Entry found = ledger.find("thing", name).orElseThrow();
            if (!key(call).equals(found.details().get("owner"))) {
                throw new StepFailedException(
                        FailureCode.NAME_TAKEN,
                        "Thing " + name + " exists and belongs to "
                                + found.details().get("owner") + ".",
                        "Choose another name, or remove that thing.");
            }
            Map<String, Object> outputs = new LinkedHashMap<>();
            outputs.put("uid", "uid-" + name);
            outputs.put("size", size);
            return StepResult.done(outputs, made ? "made " + name : name + " was there already");
        }

        @Override
        public StepResult undo(StepCall call, StepContext context) {
            String name = required(call, "name");
            boolean ours = ledger.find("thing", name)
                    .filter(entry -> key(call).equals(entry.details().get("owner")))
                    .isPresent();
            boolean gone = ours && ledger.end("thing", name, call, "deleted");
            return StepResult.done(Map.of(), gone ? "removed " + name : name + " was not there");
        }

        @Override
        public StepResult evaluate(StepCall call, StepContext context) {
            return evaluated(call);
        }
    }

    private static final class ListThings implements StepAction {
        @Override
        public String name() {
            return "conformance.list";
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            int count = (int) number(call, "count", 0);
            List<String> things = new ArrayList<>();
            Map<String, Object> sizes = new TreeMap<>();
            for (int i = 1; i <= count; i++) {
                things.add("thing-" + i);
                sizes.put("thing-" + i, (double) i);
            }
            Map<String, Object> outputs = new LinkedHashMap<>();
            outputs.put("things", things);
            outputs.put("sizes", sizes);
            return StepResult.done(outputs, count + " things");
        }

        @Override
        public StepResult evaluate(StepCall call, StepContext context) {
            return run(call, context);
        }
    }

    /** What the two long actions share: a job that exists in the ledger alone. */
    private abstract class Job implements StepAction {
        /** How long the job takes. */
        abstract double seconds(StepCall call);

        abstract Map<String, Object> results(StepCall call);

        @Override
        public StepResult start(StepCall call, StepContext context) {
            String job = name().substring("conformance.".length()) + " " + key(call);
            boolean started = ledger.create("job", job, call, "started", Map.of("seconds", seconds(call)));
            return StepResult.started(job, Map.of(), started ? "started " + job : job + " runs already");
        }

        @Override
        public StepResult await(StepCall call, StepContext context) {
            String job = String.valueOf(call.job());
            ConformanceLedger.Entry entry = ledger.find("job", job)
                    .orElseThrow(() -> new StepFailedException(
                            FailureCode.JOB_VANISHED,
                            "Job " + job + " is not in the ledger.",
                            "Look at what it left behind before it is started again."));
            double seconds = ((Number) entry.details().getOrDefault("seconds", 0)).doubleValue();
            long endsAt = entry.atMillis() + (long) (seconds * 1000);
            boolean ended = context.waitFor(
                    () -> {
                        double gone = Math.min(seconds, (clock.millis() - entry.atMillis()) / 1000.0);
                        context.progress(new Progress(gone, seconds, "s", 1.0, null));
                        return clock.millis() >= endsAt;
                    },
                    Duration.ofMillis(200),
                    Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
            if (!ended) {
                double gone = (clock.millis() - entry.atMillis()) / 1000.0;
                return StepResult.running(job, new Progress(Math.min(seconds, gone), seconds, "s", 1.0, null));
            }
            return StepResult.done(results(call), job + " ended");
        }

        @Override
        public StepResult stop(StepCall call, StepContext context) {
            boolean stopped = ledger.end("job", String.valueOf(call.job()), call, "stopped");
            return StepResult.done(Map.of(), stopped ? "stopped" : "was not running");
        }

        @Override
        public StepResult evaluate(StepCall call, StepContext context) {
            return evaluated(call);
        }
    }

    private final class Copy extends Job {
        @Override
        public String name() {
            return "conformance.copy";
        }

        /** A hundred megabytes a second. */
        @Override
        double seconds(StepCall call) {
            return number(call, "megabytes", 100) / 100.0;
        }

        @Override
        Map<String, Object> results(StepCall call) {
            Map<String, Object> outputs = new LinkedHashMap<>();
            outputs.put("copied", (int) number(call, "megabytes", 100));
            outputs.put(
                    "checksum",
                    Integer.toHexString(new TreeMap<>(call.inputs()).toString().hashCode()));
            return outputs;
        }

        @Override
        public StepResult undo(StepCall call, StepContext context) {
            String job = "copy " + key(call);
            return StepResult.done(Map.of(), ledger.end("job", job, call, "deleted") ? "removed" : "was not there");
        }
    }

    private final class Scan extends Job {
        @Override
        public String name() {
            return "conformance.scan";
        }

        @Override
        double seconds(StepCall call) {
            return call.inputs().get("targets") instanceof List<?> targets ? 0.2 * targets.size() : 0;
        }

        @Override
        Map<String, Object> results(StepCall call) {
            return Map.of("findings", 0);
        }
    }
}
