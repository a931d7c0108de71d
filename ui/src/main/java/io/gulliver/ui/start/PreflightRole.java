package io.gulliver.ui.start;

import io.gulliver.assessment.preflight.PreflightFacts.Installation;
import io.gulliver.assessment.preflight.PreflightFacts.Pages;
import io.gulliver.secret.SecretException;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.preflight.PreflightFile;
import io.gulliver.service.preflight.PreflightService;
import io.gulliver.service.preflight.PreflightSettings;
import io.gulliver.ui.start.GulliverSettings.OuterSystemSettings;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the settings say of what must be there before a first real migration, and the file that doctor reads. */
@Configuration(proxyBeanMethods = false)
@UsesStore
class PreflightRole {
    private static final Set<String> SERVERS = Set.of("hmc", "feilong");
    private static final Set<String> STORAGE = Set.of("spectrum-virtualize", "ds8000");

    @Bean
    PreflightSettings preflightSettings(GulliverSettings settings, SecretSource secrets) {
        Set<String> needed = needed(settings);
        return new PreflightSettings(installation(settings), () -> unreadable(needed, secrets));
    }

    /** The lab is none of what it asks for. */
    @Bean(destroyMethod = "close")
    @ConditionalOnProperty(name = "gulliver.lab.users", havingValue = "false", matchIfMissing = true)
    PreflightFile preflightFile(DataDirectory directory, PreflightService preflight, Clock clock) {
        return new PreflightFile(directory.path(), preflight, clock).start();
    }

    static Installation installation(GulliverSettings settings) {
        String target = settings.temporal().target();
        GulliverSettings.Notify notices = settings.notices();
        GulliverSettings.Audit audit = settings.audit();
        GulliverSettings.DatabaseSettings databases = settings.landscape().databases();
        return new Installation(
                settings.lab().users(),
                settings.web().certificate() != null
                        ? Pages.TLS
                        : settings.web().proxies().isEmpty() ? Pages.THIS_MACHINE : Pages.PROXY,
                settings.store().url() != null,
                target != null,
                target != null
                        && settings.temporal().tls() == null
                        && !SettingsRules.loopback(target.substring(0, target.lastIndexOf(':'))),
                notices != null && notices.smtp() != null,
                notices != null && notices.webhook() != null,
                audit.checkpointCopy() != null || audit.syslog() != null || audit.webhook() != null,
                settings.workers().zone(),
                count(settings, SERVERS),
                count(settings, STORAGE),
                (int) settings.landscape().hosts().stream()
                        .filter(host -> !host.lab())
                        .count(),
                databases.lab() ? 0 : databases.credentials().size());
    }

    private static int count(GulliverSettings settings, Set<String> kinds) {
        return (int) settings.landscape().systems().values().stream()
                .filter(system -> !system.lab() && kinds.contains(system.kind()))
                .count();
    }

    /** What workers log on with, in a process that works; others only name it. */
    private static Set<String> needed(GulliverSettings settings) {
        Set<String> needed = new TreeSet<>();
        if (settings.has(ProcessRole.WORKERS)) {
            Stream.of(
                            settings.landscape().systems().values().stream().map(OuterSystemSettings::secret),
                            settings.landscape().hosts().stream()
                                    .flatMap(host -> Stream.of(host.secret(), host.passwordSecret())),
                            settings.landscape().databases().credentials().values().stream()
                                    .map(GulliverSettings.CredentialSettings::secret))
                    .flatMap(secrets -> secrets)
                    .filter(Objects::nonNull)
                    .forEach(needed::add);
        }
        return needed;
    }

    private static List<String> unreadable(Set<String> needed, SecretSource secrets) {
        List<String> problems = new ArrayList<>();
        for (String reference : needed) {
            try {
                secrets.own(SecretRef.parse(reference));
            } catch (SecretException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        return problems;
    }
}
