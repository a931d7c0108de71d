package io.gulliver.ui.start;

import io.gulliver.contract.activity.StepActivities;
import io.gulliver.trust.Authorities;
import io.gulliver.ui.start.GulliverSettings.HostSettings;
import io.gulliver.ui.start.GulliverSettings.OuterSystemSettings;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/** What must hold between settings; Spring Boot adds these to the problems of single settings and shows all at once. */
final class SettingsRules implements Validator {
    private final Environment environment;

    SettingsRules(Environment environment) {
        this.environment = environment;
    }

    @Override
    public boolean supports(Class<?> type) {
        return type == GulliverSettings.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        for (String problem : problems((GulliverSettings) target, environment.getProperty("server.address"))) {
            errors.reject("gulliver", problem);
        }
    }

    static List<String> problems(GulliverSettings settings, @Nullable String address) {
        List<String> problems = new ArrayList<>();
        List<String> real = realSystems(settings);
        if (settings.lab().users()) {
            if (!loopback(address)) {
                problems.add("gulliver.lab.users is on, and the server would listen on "
                        + (address == null ? "every address" : address)
                        + ": everybody knows the lab's password. Set server.address=127.0.0.1, or turn the lab's users"
                        + " off.");
            }
            if (!real.isEmpty()) {
                problems.add("gulliver.lab.users is on, and these are not the lab's: " + String.join(", ", real)
                        + ". People with a well-known password must not reach them: turn the lab's users off.");
            }
        }
        problems.addAll(TlsRules.problems(settings.web(), loopback(address), address));
        problems.addAll(OidcRules.problems(settings.web().oidc(), SettingsRules::loopback));
        problems.addAll(NoticeRules.problems(settings.notices(), SettingsRules::loopback));
        URI server = settings.workers().server();
        if (server != null && !"https".equals(server.getScheme()) && !loopback(server.getHost())) {
            problems.add(
                    "gulliver.workers.server is " + server + ": the token and evidence would cross the network in clear"
                            + " text. Begin it with https:, and let the server speak TLS (gulliver.web.certificate).");
        }
        boolean store = settings.roles().stream().anyMatch(ProcessRole::usesStore);
        if (store
                && settings.store().url() == null
                && !real.isEmpty()
                && !settings.store().acceptEmbedded()) {
            problems.add(
                    "gulliver.store.url is empty, so the store would be embedded, and these are not the lab's: "
                            + String.join(", ", real)
                            + ". Name a PostgreSQL database, or accept the embedded one with gulliver.store.accept-embedded=true.");
        }
        Duration expire = settings.temporal().callsExpire();
        if (expire.isNegative() || expire.compareTo(StepActivities.NOT_BEGUN) < 0 && !real.isEmpty()) {
            problems.add("gulliver.temporal.calls-expire is " + expire.toSeconds() + " s, and a call of an engine that"
                    + " was lost may begin for " + StepActivities.NOT_BEGUN.toMinutes() + " min on "
                    + (real.isEmpty() ? "its system" : String.join(", ", real)) + ". Leave the setting out.");
        }
        if (!store && (settings.workers().server() == null || settings.workers().token() == null)) {
            problems.add("gulliver.roles is workers alone, so gulliver.workers.server and gulliver.workers.token are"
                    + " needed to hand evidence over.");
        }
        if (!store && settings.temporal().target() == null) {
            problems.add("gulliver.roles is workers alone, so gulliver.temporal.target must name the Temporal that the"
                    + " server uses.");
        }
        if (settings.temporal().tuning().workflowThreads()
                < settings.temporal().tuning().cachedWorkflows()) {
            problems.add("gulliver.temporal.tuning.workflow-threads must be at least cached-workflows.");
        }
        new TreeMap<>(settings.landscape().systems()).forEach((name, system) -> {
            if (system.url() == null) {
                return; // said as a problem of that setting
            }
            if (system.lab() && !loopback(system.url().getHost())) {
                problems.add("gulliver.landscape.systems." + name
                        + ".lab is true, but the lab lives on this machine's loopback, not at "
                        + system.url().getHost() + ".");
            }
            URI second = system.secondUrl();
            if (system.lab() && second != null && !loopback(second.getHost())) {
                problems.add("gulliver.landscape.systems." + name
                        + ".lab is true, but the lab lives on this machine's loopback, not at " + second.getHost()
                        + ".");
            }
            if (!system.lab() && second != null && !"https".equals(second.getScheme())) {
                problems.add("gulliver.landscape.systems." + name + ".second-url must begin with https:.");
            }
            // Feilong itself speaks no TLS: a tunnel or a proxy of this machine may stand in front of it.
            boolean tunnel = "feilong".equals(system.kind())
                    && "http".equals(system.url().getScheme())
                    && loopback(system.url().getHost());
            // Ours asks it nothing: a console does, by the protocol that stands there.
            boolean consoles = LandscapeRules.INSTALLATION.equals(system.kind());
            if (!system.lab()
                    && !tunnel
                    && !consoles
                    && !"https".equals(system.url().getScheme())) {
                problems.add("gulliver.landscape.systems." + name + ".url must begin with https:.");
            }
        });
        for (HostSettings hosts : settings.landscape().hosts()) {
            if (hosts.lab() && !loopback(hosts.address())) {
                problems.add("gulliver.landscape.hosts '" + hosts.pattern()
                        + "': lab is true, so its address must be on this machine's loopback.");
            }
        }
        audit(settings, problems);
        problems.addAll(LandscapeRules.problems(settings));
        return problems;
    }

    /** Proof that goes nowhere is found at the start, not by the auditor. */
    private static void audit(GulliverSettings settings, List<String> problems) {
        GulliverSettings.Audit audit = settings.audit();
        Path copy = audit.checkpointCopy();
        if (copy != null) {
            Path folder = copy.toAbsolutePath().normalize().getParent();
            if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder) || Files.isDirectory(copy)) {
                problems.add(
                        "gulliver.audit.checkpoint-copy is " + copy + ", and " + folder
                                + " is no directory that can be written. Name a file in one, better on another machine's disk.");
            } else if (folder.equals(settings.data().toAbsolutePath().normalize())) {
                problems.add("gulliver.audit.checkpoint-copy is in the data directory, where the checkpoints stand"
                        + " already. Name a file elsewhere, better on another machine's disk.");
            }
        }
        URI syslog = audit.syslog();
        if (syslog != null
                && (!Set.of("tls", "tcp", "udp").contains(String.valueOf(syslog.getScheme()))
                        || syslog.getHost() == null
                        || !String.valueOf(syslog.getPath()).isEmpty())) {
            problems.add("gulliver.audit.syslog must be tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT.");
        }
        Path authorities = audit.syslogAuthorities();
        if (authorities != null) {
            Authorities.problem(authorities)
                    .ifPresent(why -> problems.add("gulliver.audit.syslog-authorities: " + why));
        }
        URI webhook = audit.webhook();
        if (webhook != null
                && (webhook.getHost() == null
                        || !"https".equals(webhook.getScheme())
                                && !("http".equals(webhook.getScheme()) && loopback(webhook.getHost())))) {
            problems.add("gulliver.audit.webhook must begin with https:.");
        }
        if ((webhook == null) != (audit.webhookSecret() == null)) {
            problems.add("gulliver.audit.webhook and gulliver.audit.webhook-secret belong together: name both, so that"
                    + " the other end can tell whose word it gets, or neither.");
        }
    }

    private static List<String> realSystems(GulliverSettings settings) {
        List<String> real = new ArrayList<>();
        for (Map.Entry<String, OuterSystemSettings> entry :
                new TreeMap<>(settings.landscape().systems()).entrySet()) {
            if (!entry.getValue().lab()) {
                real.add(entry.getKey());
            }
        }
        settings.landscape().hosts().stream()
                .filter(hosts -> !hosts.lab())
                .forEach(hosts -> real.add("hosts " + hosts.pattern()));
        if (!settings.landscape().databases().lab()
                && !settings.landscape().databases().credentials().isEmpty()) {
            real.add("databases");
        }
        return real;
    }

    static boolean loopback(@Nullable String host) {
        try {
            return host != null && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // what cannot be resolved is not known to be loopback
        }
    }
}
