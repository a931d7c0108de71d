package io.gulliver.activity.discovery;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.DiscoveryScript;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.LogChunk;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.DiscoveryScripts;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.QueryResults;
import io.gulliver.evidence.discovery.SpoolIdentity;
import io.gulliver.evidence.discovery.SpoolQueryResults;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks a database with which the driver does not speak, by SQL*Plus on its host as a detached job with the rights of the
 * operating system. A short script finds out what to ask, a second one asks it; both stay until the answers are kept.
 */
final class ScriptQueryRunner {
    /** Verb of the job that finds out what to ask. */
    static final String PROBE = "discovery-probe";

    /** Verb of the job that asks. */
    static final String MAIN = "discovery";

    private static final int LIMIT_SECONDS = 3600;
    private static final int NO_SPACE = 73;
    private static final int STOPPED = 124;
    private static final int NO_PROGRAM = 127;
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(55);
    private static final int PIECE = 1 << 20;
    private static final int MOST = 256 * PIECE;

    /** What questions are answered with once the instance or the connection is gone. */
    private static final Set<String> GONE =
            Set.of("ORA-01012", "ORA-01033", "ORA-01034", "ORA-01089", "ORA-01092", "ORA-03113", "ORA-03114");

    private static final Pattern SAID = Pattern.compile("(?m)^(?:ORA|SP2|PLS)-\\d{4,5}.*$");
    private static final int MOST_SAID = 3;

    private final DiscoveryQuestions questions;
    private final DiscoveryPolicy policy;
    private final Systems systems;

    ScriptQueryRunner(DiscoveryQuestions questions, DiscoveryPolicy policy, Systems systems) {
        this.questions = questions;
        this.policy = policy;
        this.systems = systems;
    }

    /** What SQL*Plus answered, and where its words are kept. */
    record Asked(QueryResults answers, List<EvidenceRef> evidence) {}

    /** What one job printed, and whether it was stopped by the limit of all. */
    private record Printed(byte[] output, boolean stopped) {}

    Asked all(StepCall call, StepContext context, SshHost host) {
        String probe = HostScripts.jobId(call, PROBE);
        String main = HostScripts.jobId(call, MAIN);
        Printed told = output(call, context, host, probe, DiscoveryScript.probe(questions));
        SpoolQueryResults first = read(told.output(), call);
        AnswerRow instance = first.answers().first("instances");
        if (instance == null) {
            systems.jobs().remove(host, probe, call.generation());
            throw failed(
                    gone(first.answers().unanswered()) == null
                            ? FailureCode.JOB_FAILED
                            : FailureCode.TEMPORARILY_UNAVAILABLE,
                    "SQL*Plus on " + host.name() + " did not tell the release of " + sid(call) + ": "
                            + said(told.output()),
                    "See that the instance runs, that oracle_home and oracle_sid of the run are its own, and that the"
                            + " login of the host is in the group dba; then retry the step.");
        }
        List<String> known = List.of(call.database(), Inputs.of(call).text("service"), sid(call));
        SpoolIdentity.of(first.answers()).contradiction(known, null).ifPresent(why -> {
            systems.jobs().remove(host, probe, call.generation());
            throw failed(
                    FailureCode.CHECK_FAILED,
                    "SQL*Plus on " + host.name() + " was not answered by " + call.database() + ": " + why + ".",
                    "Give oracle_sid of the run (or the column source_sid of the inventory), then retry the step.");
        });
        String release = instance.text("VERSION");
        Printed answered = output(call, context, host, main, script(release, first.answers()));
        SpoolQueryResults spool = read(answered.output(), call);
        Map<String, String> unanswered = spool.answers().unanswered();
        String gone = gone(unanswered);
        if (gone != null || !spool.whole() && !answered.stopped()) {
            systems.jobs().remove(host, main, call.generation());
            systems.jobs().remove(host, probe, call.generation());
            throw failed(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "SQL*Plus on " + host.name() + " did not come to its end with " + sid(call) + ": "
                            + (gone == null ? "its output is cut off after " + last(answered.output()) : gone) + ".",
                    "The instance or the program went away meanwhile. It is safe to ask again, and is done so.");
        }
        EvidenceRef kept = context.evidence("discovery-spool.txt", "discovery-spool", answered.output());
        systems.jobs().remove(host, main, call.generation());
        systems.jobs().remove(host, probe, call.generation());
        if (!spool.whole()) {
            spool.answers().miss("discovery", "SQL*Plus was stopped after " + LIMIT_SECONDS + " s");
        }
        return new Asked(spool.answers(), List.of(kept));
    }

    private static StepFailedException failed(FailureCode code, String message, String advice) {
        return new StepFailedException(code, message, advice);
    }

    /** The word that says that nobody is there any more, or null. */
    private static @Nullable String gone(Map<String, String> unanswered) {
        return unanswered.values().stream().filter(GONE::contains).findFirst().orElse(null);
    }

    /** The errors of a program, or how its output ends. */
    private static String said(byte[] output) {
        String text = new String(output, StandardCharsets.UTF_8);
        List<String> errors = SAID.matcher(text)
                .results()
                .map(found -> found.group().strip())
                .distinct()
                .limit(MOST_SAID)
                .toList();
        return errors.isEmpty() ? last(output) : String.join("; ", errors);
    }

    private static String last(byte[] output) {
        return new String(output, StandardCharsets.UTF_8)
                .strip()
                .lines()
                .reduce((before, after) -> after)
                .map(line -> "'" + (line.length() > 200 ? line.substring(0, 200) + "..." : line) + "'")
                .orElse("it said nothing");
    }

    private String script(String release, QueryResults seen) {
        List<String> spaces = DiscoveryPolicy.transportSet(seen);
        return DiscoveryScript.of(questions, release)
                .render(policy.load(seen, release), !policy.peak(seen), spaces.isEmpty() ? null : spaces, null);
    }

    private static SpoolQueryResults read(byte[] output, StepCall call) {
        try {
            return SpoolQueryResults.read(new ByteArrayInputStream(output));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory could not be read for " + call.step(), e);
        }
    }

    /** Runs a script, or finds it running, and answers what it printed. */
    private Printed output(StepCall call, StepContext context, SshHost host, String job, String script) {
        Inputs inputs = Inputs.of(call);
        String shell = ScriptTemplate.load("discovery.sh")
                .render(Map.of(
                        "oracle_sid", sid(call),
                        "oracle_home", inputs.findText("oracle_home").orElse("/nowhere"),
                        "inventory_home", inputs.findText("inventory_home").orElse("/nowhere"),
                        "script", DiscoveryScripts.FILE,
                        "seconds", Integer.toString(LIMIT_SECONDS)));
        JobSpec spec = JobSpec.of(job, call.generation(), shell)
                .withFiles(List.of(JobFile.text(DiscoveryScripts.FILE, script)));
        AtomicReference<JobStatus> last =
                new AtomicReference<>(systems.jobs().runShort(host, spec, Duration.ofSeconds(20)));
        boolean done = ended(last.get())
                || context.waitFor(
                        () -> {
                            JobStatus seen = systems.jobs().status(host, job);
                            // Whoever was to start it died before: the same start again takes it over.
                            last.set(
                                    seen.state() == JobState.CLAIMED
                                            ? systems.jobs().runShort(host, spec, Duration.ofSeconds(20))
                                            : seen);
                            return ended(last.get());
                        },
                        PERIOD,
                        PATIENCE);
        JobStatus status = last.get();
        if (!done) {
            throw failed(
                    FailureCode.TIMED_OUT,
                    "SQL*Plus on " + host.name() + " still asks after " + PATIENCE.toMinutes() + " min (job " + job
                            + ").",
                    "The next try finds the same job and waits on. Look at the load of the host.");
        }
        if (status.state() == JobState.VANISHED) {
            systems.jobs().remove(host, job, call.generation());
            throw failed(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Script " + job + " on " + host.name() + " was cut off (killed, or the host went down).",
                    "It is safe to run again, and will be.");
        }
        byte[] output = log(host, job);
        int code = status.exitCode() == null ? 0 : status.exitCode();
        if (code == NO_PROGRAM || code == NO_SPACE) {
            systems.jobs().remove(host, job, call.generation());
        }
        if (code == NO_PROGRAM) {
            throw failed(
                    FailureCode.JOB_FAILED,
                    "There is no SQL*Plus for " + sid(call) + " on " + host.name() + ": " + said(output) + ".",
                    "Give oracle_home and oracle_sid of the source, then retry the step.");
        }
        if (code == NO_SPACE) {
            throw failed(
                    FailureCode.CAPACITY_EXHAUSTED,
                    "The answers of SQL*Plus do not fit on the disk of " + host.name() + ", in the home directory of "
                            + host.user() + ": " + output.length + " bytes were written.",
                    "Free some 100 MB there, then retry the step. Nothing else was changed on the host.");
        }
        return new Printed(output, code == STOPPED);
    }

    private static boolean ended(JobStatus status) {
        return status.state() == JobState.EXITED || status.state() == JobState.VANISHED;
    }

    private byte[] log(SshHost host, String job) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        long offset = 0;
        while (offset < MOST) {
            LogChunk chunk = systems.jobs().readLog(host, job, offset, PIECE);
            if (chunk.nextOffset() <= offset) {
                break;
            }
            output.writeBytes(chunk.bytes());
            offset = chunk.nextOffset();
        }
        return output.toByteArray();
    }

    /** Name of the instance as far as people told it; the script finds the running one that it means. */
    static String sid(StepCall call) {
        Inputs inputs = Inputs.of(call);
        return inputs.findText("oracle_sid")
                .orElseGet(() -> inputs.text("service").split("\\.")[0].toUpperCase(Locale.ROOT));
    }
}
