package io.gulliver.activity.movement;

import io.gulliver.activity.HostScripts;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * {@code movement.transfer}: step DP06 for one file, relayed by the worker: the hosts need no trust in each other.
 *
 * <p>The worker needs room for one dump file for each copy at a time. A file that is there with the right sum is not
 * copied again, on the worker or on the target, so that a cut-off copy costs one file at most.
 */
final class Transfer extends ShortAction {
    private static final Duration SUMMING = Duration.ofHours(4);

    private final Systems systems;
    private final HostScripts scripts;

    Transfer(Systems systems) {
        super("movement.transfer");
        this.systems = systems;
        this.scripts = new HostScripts(systems);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would copy " + rendering.shown("from_staging") + "/" + rendering.shown("file") + " from "
                        + rendering.shown("from_host") + " to " + rendering.shown("to_staging") + " on "
                        + rendering.shown("to_host") + " by SFTP through this worker, unless a file with SHA-256 "
                        + rendering.shown("sha256") + " is there, and sum it up at its end")
                .script(rendering.shown("to_host"), "sha256.sh", Map.of("staging", rendering.shown("to_staging")));
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String file = name(inputs);
        String wanted = inputs.text("sha256");
        SshHost target = systems.host(inputs.text("to_host"));
        if (wanted.equals(remoteSum(call, context, target, file, "before"))) {
            return StepResult.done(Map.of("copied", false), file + " is there already");
        }
        Path local = relay(call, file);
        try {
            if (!Files.exists(local) || !wanted.equals(sum(local))) {
                context.progress(new Progress(0, 2.0, "copies", null, "fetching " + file));
                Files.createDirectories(Objects.requireNonNull(local.getParent()));
                systems.jobs()
                        .fetchFile(
                                systems.host(inputs.text("from_host")),
                                inputs.text("from_staging") + "/" + file,
                                local);
                String got = sum(local);
                if (!wanted.equals(got)) {
                    Files.delete(local);
                    throw differs(file, inputs.text("from_host"), wanted, got);
                }
            }
            context.progress(new Progress(1, 2.0, "copies", null, "laying down " + file));
            systems.jobs().putFile(target, local, inputs.text("to_staging") + "/" + file);
            String there = remoteSum(call, context, target, file, "after");
            if (!wanted.equals(there)) {
                throw differs(file, target.name(), wanted, there);
            }
            Files.delete(local);
        } catch (IOException e) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Dump file " + file + " on its way from " + inputs.text("from_host") + " to " + target.name()
                            + " cannot be kept on this worker as " + local + ": " + e.getMessage() + ".",
                    "The worker needs room for one dump file for each copy at a time: make room in its temporary"
                            + " directory; the copy is tried again.");
        }
        return StepResult.done(Map.of("copied", true), file + " copied, SHA-256 " + wanted);
    }

    private static String name(Inputs inputs) {
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

    private static Path relay(StepCall call, String file) {
        return Path.of(System.getProperty("java.io.tmpdir"), "gulliver-relay", HostScripts.jobId(call, "relay"), file);
    }

    private static StepFailedException differs(String file, String host, String wanted, String got) {
        return new StepFailedException(
                FailureCode.TEMPORARILY_UNAVAILABLE,
                "Dump file " + file + " on " + host + " has SHA-256 " + got + ", wanted " + wanted + ".",
                "It is copied again. When this repeats, look at disks and network of the hosts.");
    }

    /** The file's sum on the host, or the empty text when it is not there. */
    private String remoteSum(StepCall call, StepContext context, SshHost host, String file, String when) {
        String job = HostScripts.jobId(call, "sum-" + when);
        systems.jobs()
                .start(
                        host,
                        Checksum.spec(job, call.generation(), Inputs.of(call).text("to_staging"), List.of(file)));
        boolean ended = context.waitFor(
                () -> {
                    JobState state = systems.jobs().status(host, job).state();
                    return state != JobState.RUNNING && state != JobState.CLAIMED;
                },
                Duration.ofMillis(200),
                SUMMING);
        JobStatus status = systems.jobs().status(host, job);
        if (!ended) {
            throw new StepFailedException(
                    FailureCode.TIMED_OUT,
                    "Job " + job + ", which sums up " + file + " in "
                            + Inputs.of(call).text("to_staging") + " on " + host.name() + ", is " + status.state()
                            + " after "
                            + SUMMING.toHours() + " h.",
                    "Look at disk and load of " + host.name() + "; the next try finds the same job and waits on.");
        }
        String output = systems.jobs().readLog(host, job, 0, 1 << 16).text();
        systems.jobs().remove(host, job, call.generation());
        Checksum.Sum sum = status.succeeded() ? Checksum.sums(output).get(file) : null;
        return sum == null ? "" : sum.sha256();
    }

    private static String sum(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String file = name(inputs);
        scripts.demand(
                call,
                inputs.text("to_host"),
                "remove-file",
                ScriptTemplate.load("remove-file.sh")
                        .render(Map.of("staging", inputs.text("to_staging"), "file", file)),
                List.of());
        try {
            Files.deleteIfExists(relay(call, file));
        } catch (IOException e) {
            throw new UncheckedIOException("Dump file on this worker", e);
        }
        return StepResult.done(Map.of(), file + " is not on " + inputs.text("to_host") + " any more");
    }
}
