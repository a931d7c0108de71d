package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code movement.transfer}: step DP06 of {@code docs/domain/data-pump.md} for one file, streamed through the worker:
 * the hosts need no trust in each other, and the worker needs no room.
 *
 * <p>What has arrived lies on the target as {@code FILE.part}; each watch copies on from its size, whichever worker it
 * runs on, and the SHA-256 over the whole file is the judge. Only the start makes that file, so that a watch which the
 * engine has given up brings nothing back after a roll back.
 */
final class Transfer implements StepAction {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final double MEGABYTE = 1e6;

    private final Systems systems;
    private final HostScripts scripts;

    Transfer(Systems systems) {
        this.systems = systems;
        this.scripts = new HostScripts(systems);
    }

    @Override
    public String name() {
        return "movement.transfer";
    }

    /** One copy: where from, where to. */
    private record Copy(SshHost from, String source, SshHost to, String target, String file, String sha256) {
        String part() {
            return target + ".part";
        }
    }

    private Copy copy(StepCall call) {
        Inputs inputs = Inputs.of(call);
        String file = file(inputs);
        return new Copy(
                systems.host(inputs.text("from_host")),
                inputs.text("from_staging") + "/" + file,
                systems.host(inputs.text("to_host")),
                inputs.text("to_staging") + "/" + file,
                file,
                inputs.text("sha256"));
    }

    private static String file(Inputs inputs) {
        String file = inputs.text("file");
        if (!file.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*")) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "\"" + file + "\" is no name of a dump file to copy from " + inputs.text("from_host") + " to "
                            + inputs.text("to_host") + ": wanted are letters, digits, _, . and -.",
                    "Correct the list of files in the playbook, then retry.");
        }
        return file;
    }

    private static String sumJob(StepCall call) {
        return HostScripts.jobId(call, "sum-copy");
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Copy copy = copy(call);
        boolean there = systems.jobs().size(copy.to(), copy.target()) >= 0;
        if (!there) {
            systems.jobs().create(copy.to(), copy.part());
        }
        return StepResult.started(
                HostScripts.jobId(call, "copy"),
                Map.of("copied", !there),
                there ? copy.file() + " is there already and is summed up" : "Copying " + copy.file());
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Copy copy = copy(call);
        long end = System.nanoTime()
                + Duration.ofSeconds(Math.max(0, call.patienceSeconds())).toNanos();
        if (systems.jobs().size(copy.to(), copy.target()) < 0) {
            Progress progress = copied(call, copy, end, context);
            if (progress != null) {
                return StepResult.running(HostScripts.jobId(call, "copy"), progress);
            }
        }
        return summed(call, copy, end, context);
    }

    /** Copies on; null when the file is whole and has its name. */
    private @Nullable Progress copied(StepCall call, Copy copy, long end, StepContext context) {
        long all = systems.jobs().size(copy.from(), copy.source());
        long have = systems.jobs().size(copy.to(), copy.part());
        if (all < 0 || have < 0) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "Dump file " + copy.file() + " is not on "
                            + (all < 0
                                    ? copy.from().name() + " any more."
                                    : copy.to().name() + ", neither whole nor in part: somebody removed it."),
                    "See who clears these directories, then retry: the file is copied anew.");
        }
        if (have > all) {
            systems.jobs().truncate(copy.to(), copy.part(), 0);
            have = 0;
        }
        if (have < all) {
            try {
                have = systems.jobs()
                        .copy(
                                copy.from(),
                                copy.source(),
                                copy.to(),
                                copy.part(),
                                have,
                                () -> !context.cancelled() && System.nanoTime() < end);
            } catch (SshException e) {
                requireRoom(call, copy, all, e);
                throw e;
            }
        }
        if (have < all) {
            return new Progress(have / MEGABYTE, all / MEGABYTE, "MB", null, "copying " + copy.file());
        }
        systems.jobs().rename(copy.to(), copy.part(), copy.target());
        return null;
    }

    /** SFTP says of a full file system no more than that it failed, so that the host is asked. */
    private void requireRoom(StepCall call, Copy copy, long all, SshException e) {
        if (e.kind() != SshException.Kind.REMOTE || !e.host().equals(copy.to().name())) {
            return;
        }
        String staging = Inputs.of(call).text("to_staging");
        String said = scripts.demand(
                        call,
                        copy.to().name(),
                        "free-room",
                        ScriptTemplate.load("free-room.sh").render(Map.of("staging", staging)),
                        List.of())
                .output();
        double have = systems.jobs().size(copy.to(), copy.part()) / MEGABYTE;
        double free = said.lines()
                .filter(line -> line.startsWith("free_kb="))
                .mapToDouble(line -> Double.parseDouble(line.substring("free_kb=".length())) * 1024 / MEGABYTE)
                .findFirst()
                .orElse(Double.MAX_VALUE);
        if (free < all / MEGABYTE - have) {
            throw new StepFailedException(
                    FailureCode.CAPACITY_EXHAUSTED,
                    String.format(
                            Locale.ROOT,
                            "There is no room on %s for dump file %s: %.1f of its %.1f MB have arrived, and %s has %.1f MB"
                                    + " free.",
                            copy.to().name(),
                            copy.file(),
                            have,
                            all / MEGABYTE,
                            staging,
                            free),
                    "Free room in " + staging + " on " + copy.to().name()
                            + ", then retry: the copy goes on where it stopped.");
        }
    }

    private StepResult summed(StepCall call, Copy copy, long end, StepContext context) {
        String job = sumJob(call);
        systems.jobs()
                .start(
                        copy.to(),
                        Checksum.spec(
                                job, call.generation(), Inputs.of(call).text("to_staging"), List.of(copy.file())));
        boolean ended = context.waitFor(
                () -> {
                    JobState state = systems.jobs().status(copy.to(), job).state();
                    return state != JobState.RUNNING && state != JobState.CLAIMED;
                },
                LOOK,
                Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        if (!ended) {
            return StepResult.running(
                    HostScripts.jobId(call, "copy"), new Progress(0, null, "MB", null, "summing up " + copy.file()));
        }
        JobStatus status = systems.jobs().status(copy.to(), job);
        String output = status.state() == JobState.ABSENT
                ? ""
                : systems.jobs().readLog(copy.to(), job, 0, 1 << 16).text();
        Checksum.Sum sum = status.succeeded() ? Checksum.sums(output).get(copy.file()) : null;
        systems.jobs().remove(copy.to(), job, call.generation());
        if (sum != null && sum.sha256().equals(copy.sha256())) {
            boolean copied = !Boolean.FALSE.equals(call.outputs().get("copied"));
            return StepResult.done(
                    Map.of("copied", copied),
                    copy.file() + (copied ? " copied" : " is there already") + ", SHA-256 " + copy.sha256());
        }
        if (sum != null) {
            // Renamed first: what somebody has removed meanwhile is not brought back.
            systems.jobs().rename(copy.to(), copy.target(), copy.part());
            systems.jobs().truncate(copy.to(), copy.part(), 0);
        }
        throw new StepFailedException(
                FailureCode.TEMPORARILY_UNAVAILABLE,
                "Dump file " + copy.file() + " on " + copy.to().name()
                        + (sum == null
                                ? " could not be summed up: job " + job + " is " + status.state() + " "
                                        + new HostScripts.Output(0, output).lastLine() + "."
                                : " has SHA-256 " + sum.sha256() + ", wanted " + copy.sha256() + "."),
                "It is tried again, from its first byte where the sum was wrong. When this repeats, look at disks and"
                        + " network of the hosts.");
    }

    /** The copy itself ends with the watch that carries it. */
    @Override
    public StepResult stop(StepCall call, StepContext context) {
        Copy copy = copy(call);
        systems.jobs().stop(copy.to(), sumJob(call), call.generation());
        return StepResult.done(Map.of(), "Nothing more of " + copy.file() + " is copied");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Copy copy = copy(call);
        for (int round = 1; round <= call.round(); round++) {
            String job = HostScripts.jobId(call, "sum-copy", round);
            systems.jobs().stop(copy.to(), job, call.generation());
            systems.jobs().remove(copy.to(), job, call.generation());
        }
        Inputs inputs = Inputs.of(call);
        scripts.demand(
                call,
                inputs.text("to_host"),
                "remove-file",
                ScriptTemplate.load("remove-file.sh")
                        .render(Map.of(
                                "staging",
                                inputs.text("to_staging"),
                                "file",
                                copy.file(),
                                "part",
                                copy.file() + ".part")),
                List.of());
        return StepResult.done(Map.of(), copy.file() + " is not on " + inputs.text("to_host") + " any more");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call);
        return rendering
                .says("Would copy " + rendering.shown("from_staging") + "/" + rendering.shown("file") + " from "
                        + rendering.shown("from_host") + " to " + rendering.shown("to_staging") + " on "
                        + rendering.shown("to_host") + " by SFTP through this worker, unless a file with SHA-256 "
                        + rendering.shown("sha256") + " is there, and sum it up at its end")
                .command("scp -3 " + rendering.shown("from_host") + ":" + rendering.shown("from_staging") + "/"
                        + rendering.shown("file") + " " + rendering.shown("to_host") + ":"
                        + rendering.shown("to_staging") + "/")
                .file(rendering.shown("to_host"), "files.txt", rendering.shown("file"))
                .script(rendering.shown("to_host"), "sha256.sh", Map.of("staging", rendering.shown("to_staging")))
                .check("the SHA-256 of " + rendering.shown("file") + " is " + rendering.shown("sha256") + ".")
                .result(context);
    }
}
