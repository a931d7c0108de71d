package io.gulliver.activity.check;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.AccessState;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tries the hosts of a database: the log-in, the key of the host, and whether sysstat collects there. */
final class HostTries {
    private static final Duration SCRIPT = Duration.ofSeconds(20);
    private static final Pattern SAID = Pattern.compile("(?m)^(sar|samples|days|service)=(.*)$");

    private final Systems systems;
    private final AccessProbe probe;
    private final AccessFindings findings;

    HostTries(Systems systems, AccessProbe probe, AccessFindings findings) {
        this.systems = systems;
        this.probe = probe;
        this.findings = findings;
    }

    /** Logs in to the host of the inventory, and to every further node of its cluster. */
    void run(String first) {
        if (probe.nodes().isEmpty()) {
            shell(first);
            return;
        }
        Set<String> names = new LinkedHashSet<>(List.of(first));
        names.addAll(probe.nodes());
        for (String name : names) {
            findings.about(name);
            shell(name);
        }
        findings.about("");
    }

    private void shell(String name) {
        SshHost host;
        try {
            host = systems.host(name);
        } catch (StepFailedException unknown) {
            findings.put(AccessFinding.bad(
                            AccessItem.SSH, unknown.failure().message(), AccessFindings.advice(unknown.failure()))
                    .by("admin"));
            return;
        } catch (RuntimeException e) {
            StepFailure failure = findings.described("The login to " + name, e);
            findings.put(AccessFinding.bad(AccessItem.SSH, failure.message(), AccessFindings.advice(failure))
                    .by("admin"));
            return;
        }
        try {
            String seen = systems.checkHost(name);
            findings.put(AccessFinding.good(AccessItem.HOST_KEY, "The host key is the pinned one."));
            findings.put(AccessFinding.good(AccessItem.SSH, seen));
            reached(host, AccessState.GOOD, null);
        } catch (SshException e) {
            unreached(host, e);
            return;
        } catch (RuntimeException e) {
            StepFailure failure = findings.described("The login to " + name, e);
            findings.put(AccessFinding.bad(AccessItem.SSH, failure.message(), AccessFindings.advice(failure))
                    .by("admin"));
            return;
        }
        sysstat(host);
    }

    private void reached(SshHost host, AccessState state, @Nullable String action) {
        findings.reached(new AccessReach(
                host.address(),
                host.port(),
                "SSH",
                state,
                NetworkTries.local(host.address(), host.port()),
                NetworkTries.address(host.address()),
                action,
                action == null ? null : "network"));
    }

    private void unreached(SshHost host, SshException e) {
        boolean shut = e.kind() == SshException.Kind.TRANSIENT || e.kind() == SshException.Kind.TIMEOUT;
        // whoever shows a key or refuses a login was reached
        reached(
                host,
                shut ? AccessState.BAD : AccessState.GOOD,
                shut ? "Open tcp " + host.address() + ":" + host.port() + ", or start its SSH server." : null);
        StepFailure failure = findings.described("The login to " + host.name(), e);
        switch (e.kind()) {
            case HOST_KEY ->
                findings.put(AccessFinding.bad(
                        AccessItem.HOST_KEY,
                        failure.message(),
                        "Ask the host's administrator for its fingerprint by another way, then pin it in"
                                + " gulliver.landscape.hosts; never take over a key that is merely shown."));
            case AUTH -> {
                findings.put(AccessFinding.good(AccessItem.HOST_KEY, "The host key is the pinned one."));
                findings.put(AccessFinding.bad(
                        AccessItem.SSH,
                        failure.message(),
                        "Let " + host.user() + " log in with the key that gulliver.landscape.hosts names."));
            }
            case TRANSIENT, TIMEOUT ->
                findings.put(AccessFinding.bad(
                                AccessItem.SSH,
                                failure.message(),
                                "Open tcp " + host.address() + ":" + host.port()
                                        + " in the firewalls between the workers and the host, and see that its SSH"
                                        + " server runs.")
                        .by("network"));
            case REMOTE, CONFLICT, CAPACITY ->
                findings.put(AccessFinding.bad(AccessItem.SSH, failure.message(), AccessFindings.advice(failure)));
        }
    }

    private void sysstat(SshHost host) {
        String job = "access-sysstat-" + UUID.randomUUID().toString().substring(0, 12);
        try {
            JobStatus ended = systems.jobs()
                    .runShort(
                            host,
                            JobSpec.of(job, 0, ScriptTemplate.load("sysstat.sh").render(Map.of())),
                            SCRIPT);
            Integer code = ended.exitCode();
            if (code == null) {
                systems.jobs().stop(host, job, 0);
                findings.put(AccessFinding.unknown(
                        AccessItem.SYSSTAT,
                        "The question for sysstat did not end within " + SCRIPT.toSeconds() + " s."));
            } else {
                said(systems.jobs().readLog(host, job, 0, 4096).text());
            }
            systems.jobs().remove(host, job, 0);
        } catch (RuntimeException e) {
            findings.put(AccessFinding.unknown(
                    AccessItem.SYSSTAT,
                    findings.described("The question for sysstat", e).message()));
        }
    }

    private void said(String output) {
        Map<String, String> said = new TreeMap<>();
        Matcher lines = SAID.matcher(output);
        while (lines.find()) {
            said.put(lines.group(1), lines.group(2).strip());
        }
        String service = said.getOrDefault("service", "").isEmpty() ? "" : "; service " + said.get("service");
        if ("no".equals(said.get("sar"))) {
            findings.put(AccessFinding.bad(
                    AccessItem.SYSSTAT,
                    "sysstat is not installed: there is no program sar.",
                    "Install sysstat and switch it on: systemctl enable --now sysstat, a sample at least every 10"
                            + " minutes, 31 days or more kept (HISTORY in sysconfig)."));
        } else if (said.getOrDefault("samples", "0").equals("0")) {
            findings.put(AccessFinding.bad(
                    AccessItem.SYSSTAT,
                    "sar has no samples of today or yesterday" + service + ".",
                    "Switch the collection on: systemctl enable --now sysstat, or its cron job; a sample at least"
                            + " every 10 minutes, 31 days or more kept (HISTORY in sysconfig)."));
        } else {
            findings.put(AccessFinding.good(
                    AccessItem.SYSSTAT,
                    said.get("samples") + " samples of the last day"
                            + ("0".equals(said.getOrDefault("days", "0"))
                                    ? ""
                                    : ", files of " + said.get("days") + " days")
                            + service + "."));
        }
    }
}
