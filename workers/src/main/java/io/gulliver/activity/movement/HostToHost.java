package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.HostKeyPin;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files that the target pulls from the source with OpenSSH's own client, by a key made for the one file ({@code
 * docs/domain/data-pump.md}, 1.4).
 *
 * <p>The private key never leaves the target. At the source its line in {@code authorized_keys} runs one script, which reads
 * that one file from a byte on and nothing else. The target knows the source by the host key that the worker has just
 * compared with its pin. All of it may be done again, and {@link #close} takes it away.
 */
final class HostToHost {
    /** The way's name in inputs and outputs, beside {@link #RELAY} and {@link #AUTO}. */
    static final String NAME = "host-to-host";

    /** Through the worker's memory. */
    static final String RELAY = "relay";

    /** Host to host where that works, else {@link #RELAY}. */
    static final String AUTO = "auto";

    /** What OpenSSH's client says; the last begins a line about the connection itself. */
    private static final String REFUSED = "Permission denied";

    private static final String OTHER_KEY = "Host key verification failed";
    private static final String NO_ROUTE = "ssh: ";

    /** What the pull itself says where nothing more fits beside its file. */
    private static final String FULL = "No space left on device";

    private static final Pattern PUBLIC_KEY = Pattern.compile("(?m)^ecdsa-sha2-nistp256 [A-Za-z0-9+/=]+");
    private static final Pattern SEEN = Pattern.compile("(?m)^seen from ([0-9A-Fa-f.:]+)$");
    private static final Pattern TOOK = Pattern.compile("(?m)^copied in (\\d+) ns$");
    private static final int OUTPUT = 1 << 16;

    private final Systems systems;
    private final HostScripts scripts;

    HostToHost(Systems systems, HostScripts scripts) {
        this.systems = systems;
        this.scripts = scripts;
    }

    /**
     * One file.
     *
     * @param file its path at the source
     * @param target its path at the target; what has arrived lies beside it, with {@code .part}
     * @param seenFrom address under which the source saw the target, which the key is bound to; empty when nobody knows it
     */
    record Pull(SshHost from, String file, SshHost to, String target, String seenFrom) {
        String part() {
            return target + ".part";
        }
    }

    /**
     * How a copy ended.
     *
     * @param why a sentence without its full stop, for one that did not end well
     */
    record End(boolean copied, String why, String seenFrom, double seconds) {
        /** The target has no room. */
        boolean full() {
            return why.contains(FULL);
        }

        /** Refused, for people to mend; or not reached or cut off, which may pass. */
        StepFailedException failure(Pull pull) {
            FailureCode code = FailureCode.TEMPORARILY_UNAVAILABLE;
            if (why.contains(REFUSED) || why.contains(OTHER_KEY)) {
                code = FailureCode.JOB_FAILED;
            } else if (why.contains(NO_ROUTE)) {
                code = FailureCode.UNREACHABLE;
            }
            return new StepFailedException(
                    code,
                    pull.file() + " does not go from host to host: " + why + ".",
                    "Open the way between the hosts, or set copy_way to relay; what has arrived is kept.");
        }
    }

    /** Whether the other way is taken then: not for what was only cut off, which is tried again. */
    static boolean fallsBack(String asked, StepFailedException e) {
        return asked.equals(AUTO)
                && List.of(FailureCode.JOB_FAILED.name(), FailureCode.UNREACHABLE.name())
                        .contains(e.failure().code());
    }

    private static String name(StepCall call) {
        return HostScripts.stepId(call, "copy");
    }

    static String jobId(StepCall call, int round) {
        return HostScripts.jobId(call, "pull", round);
    }

    /**
     * Makes the key, lets it in, and makes the file that is to be filled.
     *
     * @throws StepFailedException JOB_FAILED where one of the hosts cannot
     */
    void open(StepCall call, Pull pull) {
        String name = name(call);
        HostScripts.Output made = scripts.run(
                call,
                pull.to().name(),
                "copy-key",
                ScriptTemplate.load("copy-key.sh").render(Map.of("name", name, "part", pull.part())),
                List.of(
                        JobFile.text("config", config(pull.from())),
                        JobFile.text("known_hosts", pull.from().name() + " " + systems.hostKey(pull.from()) + "\n")));
        Matcher key = PUBLIC_KEY.matcher(made.output());
        if (made.code() != 0 || !key.find()) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "No key for the copy could be made on " + pull.to().name() + ": " + made.lastLine() + ".",
                    "Install OpenSSH's client there and see to room in the login's home, or set copy_way to relay.");
        }
        scripts.demand(
                call,
                pull.from().name(),
                "allow-key",
                ScriptTemplate.load("allow-key.sh").render(Map.of("name", name)),
                List.of(
                        JobFile.text("send", ScriptTemplate.load("send.sh").render(Map.of("path", pull.file()))),
                        JobFile.text("line.txt", line(name, pull.seenFrom(), key.group()))));
    }

    /** Words that old clients know too; nothing of the login's own settings, keys and hosts is used. */
    static String config(SshHost from) {
        for (String word : List.of(from.name(), from.address(), from.user())) {
            if (!word.matches("[A-Za-z0-9_:][A-Za-z0-9_.:-]*")) {
                throw new StepFailedException(
                        FailureCode.JOB_FAILED,
                        "\"" + word + "\" cannot be said to an SSH client on another host.",
                        "Correct the entry of gulliver.landscape.hosts for " + from.name()
                                + ", or set copy_way to relay.");
            }
        }
        return """
                Host *
                HostName %s
                Port %d
                User %s
                HostKeyAlias %s
                IdentityFile key
                IdentitiesOnly yes
                UserKnownHostsFile known_hosts
                GlobalKnownHostsFile /dev/null
                StrictHostKeyChecking yes
                CheckHostIP no
                PreferredAuthentications publickey
                BatchMode yes
                ConnectTimeout 15
                ServerAliveInterval 15
                ServerAliveCountMax 4
                """.formatted(from.address(), from.port(), from.user(), from.name());
    }

    static String line(String name, String seenFrom, String key) {
        return "restrict," + (seenFrom.isEmpty() ? "" : "from=\"" + seenFrom + "\",")
                + "command=\"exec /bin/sh .gulliver/copies/" + name + "/send\" " + key + " " + name + "\n";
    }

    /** The job at the target that pulls, on from what is there. */
    JobSpec job(StepCall call, Pull pull) {
        return JobSpec.of(
                jobId(call, call.round()),
                call.generation(),
                ScriptTemplate.load("pull-file.sh")
                        .render(Map.of(
                                "name", name(call),
                                "from", pull.from().name(),
                                "part", pull.part(),
                                "file", pull.target())));
    }

    /** What the job that has ended says of it. */
    End end(Pull pull, JobStatus status) {
        String log =
                systems.jobs().readLog(pull.to(), status.jobId(), 0, OUTPUT).text();
        Matcher seen = SEEN.matcher(log);
        Matcher took = TOOK.matcher(log);
        String said = status.exitCode() == null
                ? "its job was cut off: killed, or the host went down"
                : new HostScripts.Output(0, log).lastLine();
        return new End(
                status.succeeded(),
                status.succeeded() ? "" : why(pull, said),
                seen.find() ? seen.group(1) : "",
                took.find() ? Long.parseLong(took.group(1)) / 1e9 : 0);
    }

    private static String why(Pull pull, String said) {
        SshHost from = pull.from();
        String sentence = pull.to().name() + " could not pull it from " + from.name();
        if (said.contains(REFUSED)) {
            sentence = from.name() + " does not take the key of the copy";
        } else if (said.contains(OTHER_KEY)) {
            sentence = from.name() + " shows " + pull.to().name() + " another host key than the pinned one";
        } else if (said.startsWith(NO_ROUTE)) {
            sentence =
                    pull.to().name() + " does not reach " + from.name() + " at " + from.address() + ":" + from.port();
        }
        return sentence + " (" + said.strip() + ")";
    }

    /** Ends the jobs of all rounds, shuts the key out and removes it; nothing of the copy is left but its file. */
    void close(StepCall call, SshHost from, SshHost to) {
        for (int round = 1; round <= call.round(); round++) {
            systems.jobs().stop(to, jobId(call, round), call.generation());
            systems.jobs().remove(to, jobId(call, round), call.generation());
        }
        for (SshHost host : List.of(from, to)) {
            scripts.demand(
                    call,
                    host.name(),
                    "forget-key",
                    ScriptTemplate.load("forget-key.sh").render(Map.of("name", name(call))),
                    List.of());
        }
    }

    /** The same as a person does it; what the hosts show or print stands in guillemets. */
    void render(StepCall call, Rendering rendering, String file) {
        SshHost from = systems.host(Inputs.of(call).text("from_host"));
        String to = rendering.shown("to_host");
        String target = rendering.shown("to_staging") + "/" + file;
        String name = name(call);
        Map<String, String> named = Map.of("name", name);
        String pins = String.join(
                " or ", from.pins().get().stream().map(HostKeyPin::fingerprint).toList());
        rendering
                .file(to, "config", config(from))
                .file(to, "known_hosts", from.name() + " «public host key of " + from.name() + ", " + pins + "»")
                .script(to, "copy-key.sh", Map.of("name", name, "part", target + ".part"))
                .file(
                        from.name(),
                        "send",
                        ScriptTemplate.load("send.sh")
                                .preview(Map.of("path", rendering.shown("from_staging") + "/" + file)))
                .file(from.name(), "line.txt", line(name, "", "«type and key that copy-key.sh printed»"))
                .script(from.name(), "allow-key.sh", named)
                .script(
                        to,
                        "pull-file.sh",
                        Map.of("name", name, "from", from.name(), "part", target + ".part", "file", target))
                .script(from.name(), "forget-key.sh", named)
                .script(to, "forget-key.sh", named);
    }

    /** How the operator wants files to go: {@link #AUTO}, {@link #NAME} or {@link #RELAY}, which it is without a word. */
    static String asked(Inputs inputs) {
        String asked = inputs.findText("copy_way").orElse(RELAY);
        if (!List.of(AUTO, NAME, RELAY).contains(asked)) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "\"" + asked
                            + "\" is no way for dump files to go: wanted are auto, shared, host-to-host and relay.",
                    "Correct the parameter copy_way, then retry.");
        }
        return asked;
    }
}
