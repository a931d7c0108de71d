package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobSpec;
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
 * {@code movement.transfer}: step DP06 of {@code docs/domain/data-pump.md} for one file: from host to host, or streamed
 * through the worker, where the hosts need no trust in each other and the worker needs no room.
 *
 * <p>What has arrived lies on the target as {@code FILE.part}; each watch goes on from its size, whichever worker it runs
 * on and whichever way went before, and the SHA-256 over the whole file is the judge. Only the start makes that file, so
 * that a watch which the engine has given up brings nothing back after a roll back.
 */
final class Transfer implements StepAction {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final double MEGABYTE = 1e6;

    private final Systems systems;
    private final HostScripts scripts;
    private final HostToHost hostToHost;

    Transfer(Systems systems) {
        this.systems = systems;
        this.scripts = new HostScripts(systems);
        this.hostToHost = new HostToHost(systems, scripts);
    }

    @Override
    public String name() {
        return "movement.transfer";
    }

    /**
     * One copy.
     *
     * @param keyed whether a key may have been made for it
     * @param direct whether the target pulls it
     */
    private record Copy(
            SshHost from,
            String source,
            SshHost to,
            String target,
            String file,
            String sha256,
            String asked,
            boolean keyed,
            boolean direct,
            String seenFrom) {
        String part() {
            return pull().part();
        }

        HostToHost.Pull pull() {
            return new HostToHost.Pull(from, source, to, target, seenFrom);
        }
    }

    private Copy copy(StepCall call) {
        Inputs inputs = Inputs.of(call);
        String file = file(inputs);
        String asked = HostToHost.asked(inputs);
        boolean keyed = asked.equals(HostToHost.NAME)
                || asked.equals(HostToHost.AUTO)
                        && !inputs.findText("way").orElse("").equals(HostToHost.RELAY);
        return new Copy(
                systems.host(inputs.text("from_host")),
                inputs.text("from_staging") + "/" + file,
                systems.host(inputs.text("to_host")),
                inputs.text("to_staging") + "/" + file,
                file,
                inputs.text("sha256"),
                asked,
                keyed,
                // The start may have found out that it does not go.
                keyed && !HostToHost.RELAY.equals(call.outputs().get("way")),
                inputs.findText("seen_from").orElse(""));
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
        String way = copy.direct() ? HostToHost.NAME : HostToHost.RELAY;
        String message = there ? copy.file() + " is there already and is summed up" : "Copying " + copy.file();
        if (!there && copy.direct()) {
            try {
                hostToHost.open(call, copy.pull());
                message += ", host to host";
            } catch (StepFailedException e) {
                if (!HostToHost.fallsBack(copy.asked(), e)) {
                    throw e;
                }
                way = HostToHost.RELAY;
                message += " by way of the worker. " + e.failure().message();
            }
        }
        if (!there) {
            systems.jobs().create(copy.to(), copy.part());
        }
        return StepResult.started(HostScripts.jobId(call, "copy"), Map.of("copied", !there, "way", way), message);
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Copy copy = copy(call);
        long end = System.nanoTime()
                + Duration.ofSeconds(Math.max(0, call.patienceSeconds())).toNanos();
        if (systems.jobs().size(copy.to(), copy.target()) < 0) {
            Progress progress = copy.direct() ? pulled(call, copy, end, context) : copied(call, copy, end, context);
            if (progress != null) {
                return StepResult.running(HostScripts.jobId(call, "copy"), progress);
            }
        }
        return summed(call, copy, end, context);
    }

    /** The target pulls on; null when the file is whole and has its name. */
    private @Nullable Progress pulled(StepCall call, Copy copy, long end, StepContext context) {
        sizes(copy);
        JobSpec job = hostToHost.job(call, copy.pull());
        systems.jobs().start(copy.to(), job);
        if (!context.waitFor(() -> ended(copy, job.jobId()), LOOK, left(end))) {
            return sizes(copy).progress("copying " + copy.file() + ", host to host");
        }
        JobStatus status = systems.jobs().status(copy.to(), job.jobId());
        if (status.succeeded()) {
            return null;
        }
        HostToHost.End stopped = hostToHost.end(copy.pull(), status);
        if (stopped.full()) {
            systems.jobs().remove(copy.to(), job.jobId(), call.generation());
            requireRoom(call, copy, systems.jobs().size(copy.from(), copy.source()));
            throw stopped.failure(copy.pull());
        }
        if (status.state() == JobState.EXITED && copy.asked().equals(HostToHost.AUTO)) {
            return copied(call, copy, end, context);
        }
        // Gone without a code or with one: the next watch starts it again, from what is there.
        systems.jobs().remove(copy.to(), job.jobId(), call.generation());
        throw stopped.failure(copy.pull());
    }

    private boolean ended(Copy copy, String job) {
        JobState state = systems.jobs().status(copy.to(), job).state();
        return state != JobState.RUNNING && state != JobState.CLAIMED;
    }

    private static Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** Bytes of a file that is not whole; {@code named} when it has become so, and has its name. */
    private record Sizes(long all, long have, boolean named) {
        Progress progress(String doing) {
            return new Progress(have / MEGABYTE, all / MEGABYTE, "MB", null, doing);
        }
    }

    private Sizes sizes(Copy copy) {
        long all = systems.jobs().size(copy.from(), copy.source());
        long have = systems.jobs().size(copy.to(), copy.part());
        if (have < 0 && systems.jobs().size(copy.to(), copy.target()) >= 0) {
            return new Sizes(all, all, true); // it took its name between two looks
        }
        if (all < 0 || have < 0) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "Dump file " + copy.file() + " is not on "
                            + (all < 0
                                    ? copy.from().name() + " any more."
                                    : copy.to().name() + ", neither whole nor in part: somebody removed it."),
                    "See who clears these directories, then retry: the file is copied anew.");
        }
        return new Sizes(all, have, false);
    }

    /** Copies on; null when the file is whole and has its name. */
    private @Nullable Progress copied(StepCall call, Copy copy, long end, StepContext context) {
        Sizes sizes = sizes(copy);
        if (sizes.named()) {
            return null;
        }
        try {
            return relayed(call, copy, sizes, end, context);
        } catch (SshException e) {
            if (e.kind() == SshException.Kind.REMOTE && sizes(copy).named()) {
                return null; // whoever was given up has ended the copy meanwhile
            }
            throw e;
        }
    }

    private @Nullable Progress relayed(StepCall call, Copy copy, Sizes sizes, long end, StepContext context) {
        long all = sizes.all();
        long have = sizes.have();
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
                if (e.kind() == SshException.Kind.REMOTE
                        && e.host().equals(copy.to().name())) {
                    requireRoom(call, copy, all);
                }
                throw e;
            }
        }
        if (have < all) {
            return new Sizes(all, have, false).progress("copying " + copy.file());
        }
        systems.jobs().rename(copy.to(), copy.part(), copy.target());
        return null;
    }

    /** SFTP says of a full file system no more than that it failed, and OpenSSH nothing, so that the host is asked. */
    private void requireRoom(StepCall call, Copy copy, long all) {
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
        if (!context.waitFor(() -> ended(copy, job), LOOK, left(end))) {
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
            String why = copy.keyed() ? fellBack(call, copy) : "";
            return StepResult.done(
                    Map.of(
                            "copied",
                            copied,
                            "way",
                            copy.direct() && why.isEmpty() ? HostToHost.NAME : HostToHost.RELAY),
                    copy.file() + (copied ? " copied" : " is there already") + ", SHA-256 " + copy.sha256()
                            + (why.isEmpty() ? "" : "; by way of the worker, for " + why));
        }
        if (copy.direct()) {
            systems.jobs().remove(copy.to(), HostToHost.jobId(call, call.round()), call.generation());
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

    /** Takes the key away; why the pull did not carry the file to its end, or empty when it did. */
    private String fellBack(StepCall call, Copy copy) {
        JobStatus status = systems.jobs().status(copy.to(), HostToHost.jobId(call, call.round()));
        String why = status.state() == JobState.EXITED
                ? hostToHost.end(copy.pull(), status).why()
                : "";
        hostToHost.close(call, copy.from(), copy.to());
        return why;
    }

    /** A relay ends with the watch that carries it. */
    @Override
    public StepResult stop(StepCall call, StepContext context) {
        Copy copy = copy(call);
        systems.jobs().stop(copy.to(), HostToHost.jobId(call, call.round()), call.generation());
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
        if (copy.keyed()) {
            hostToHost.close(call, copy.from(), copy.to());
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
        boolean direct = rendering
                .shown("way", rendering.shown("copy_way", HostToHost.RELAY))
                .equals(HostToHost.NAME);
        rendering.says("Would copy " + rendering.shown("from_staging") + "/" + rendering.shown("file") + " from "
                + rendering.shown("from_host") + " to " + rendering.shown("to_staging") + " on "
                + rendering.shown("to_host")
                + (direct
                        ? " from host to host by OpenSSH, with a key for this file alone"
                        : " by SFTP through this worker"
                                + (rendering.shown("way", "").contains(Inputs.UNKNOWN)
                                        ? ", or from host to host when the probe finds that it goes"
                                        : ""))
                + ", unless a file with SHA-256 " + rendering.shown("sha256") + " is there, and sum it up at its end");
        if (direct) {
            hostToHost.render(call, rendering, rendering.shown("file"));
        } else {
            rendering.command("scp -3 " + rendering.shown("from_host") + ":" + rendering.shown("from_staging") + "/"
                    + rendering.shown("file") + " " + rendering.shown("to_host") + ":" + rendering.shown("to_staging")
                    + "/");
        }
        return rendering
                .file(rendering.shown("to_host"), "files.txt", rendering.shown("file"))
                .script(rendering.shown("to_host"), "sha256.sh", Map.of("staging", rendering.shown("to_staging")))
                .check("the SHA-256 of " + rendering.shown("file") + " is " + rendering.shown("sha256") + ".")
                .result(context);
    }
}
