package io.gulliver.ui.start;

import io.gulliver.contract.activity.StepActivities;
import io.gulliver.ui.start.GulliverSettings.HostSettings;
import io.gulliver.ui.start.GulliverSettings.OuterSystemSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
            if (!system.lab() && !"https".equals(system.url().getScheme())) {
                problems.add("gulliver.landscape.systems." + name + ".url must begin with https:.");
            }
        });
        for (HostSettings hosts : settings.landscape().hosts()) {
            if (hosts.lab() && !loopback(hosts.address())) {
                problems.add("gulliver.landscape.hosts '" + hosts.pattern()
                        + "': lab is true, so its address must be on this machine's loopback.");
            }
        }
        problems.addAll(LandscapeRules.problems(settings));
        return problems;
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

    private static boolean loopback(@Nullable String host) {
        try {
            return host != null && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // what cannot be resolved is not known to be loopback
        }
    }
}
