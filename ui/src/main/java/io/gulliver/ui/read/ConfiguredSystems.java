package io.gulliver.ui.read;

import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.service.collection.SystemCheckService;
import io.gulliver.ui.settings.SystemReader;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The configured systems. A test is a log-on by a worker, which alone holds the secrets. */
@Component
class ConfiguredSystems implements SystemReader {
    private static final Pattern DATABASE =
            Pattern.compile("\\s*(?<host>[^:/\\s]+)(?::(?<port>\\d{1,5}))?/(?<service>[^\\s/]+)\\s*");
    private static final int LISTENER = 1521;

    private final Landscape landscape;
    private final ObjectProvider<SystemCheckService> checks;
    private final Clock clock;
    private final Map<String, SystemLine> tried = new ConcurrentHashMap<>();

    ConfiguredSystems(Landscape landscape, ObjectProvider<SystemCheckService> checks, Clock clock) {
        this.landscape = landscape;
        this.checks = checks;
        this.clock = clock;
    }

    @Override
    public List<SystemLine> list() {
        return untried().stream()
                .map(line -> tried.getOrDefault(line.anchor(), line))
                .toList();
    }

    private List<SystemLine> untried() {
        List<SystemLine> lines = new ArrayList<>();
        landscape
                .systems()
                .values()
                .forEach(system -> lines.add(new SystemLine(
                        system.name(), system.kind(), address(system.url()), system.lab(), null, null, null)));
        landscape.hosts().forEach(host -> lines.add(line(host)));
        landscape
                .databases()
                .credentials()
                .forEach((name, credential) -> lines.add(new SystemLine(
                        name,
                        SystemCheck.ORACLE,
                        credential.user() + "@…",
                        landscape.databases().lab(),
                        null,
                        null,
                        null,
                        "database")));
        return lines;
    }

    private static SystemLine line(HostAccess host) {
        String pattern = host.pattern().text();
        boolean many = pattern.contains("*");
        String address = host.address() == null ? pattern : host.address();
        return new SystemLine(
                pattern,
                SystemCheck.SSH,
                address + ":" + host.port(),
                host.lab(),
                null,
                null,
                null,
                many ? "host" : "");
    }

    @Override
    public SystemLine test(String name, @Nullable String address) {
        String typed = address == null ? "" : address.strip();
        List<SystemLine> lines = untried();
        SystemLine line = lines.stream()
                .filter(candidate -> candidate.name().equals(name))
                .filter(candidate -> typed.contains("/") == candidate.asks().equals("database"))
                .findFirst()
                .or(() -> lines.stream()
                        .filter(candidate -> candidate.name().equals(name))
                        .findFirst())
                // A host may be named itself, where a pattern stands for it.
                .or(() -> landscape.findHost(name).map(ConfiguredSystems::line))
                .orElseThrow(() -> new UnknownRowException("There is no system " + name + "."));
        CheckedSystem seen = check(line, line.name().equals(name) ? typed : name);
        String message = seen.advice() == null ? seen.message() : seen.message() + " " + seen.advice();
        SystemLine now = new SystemLine(
                line.name(),
                line.kind(),
                line.address(),
                line.lab(),
                seen.good(),
                clock.instant(),
                message,
                line.asks());
        tried.put(now.anchor(), now);
        return now;
    }

    private CheckedSystem check(SystemLine line, String typed) {
        Optional<SystemCheck> check = switch (line.asks()) {
            case "database" -> database(line.name(), typed);
            case "host" -> host(line.name(), typed);
            default -> Optional.of(SystemCheck.of(line.kind(), line.name()));
        };
        if (check.isEmpty()) {
            return CheckedSystem.bad(FailureCode.INPUT_INVALID.with(
                    "Not tried: '" + typed + "' does not say "
                            + (line.asks().equals("host") ? "which host of " + line.name() : "which database") + ".",
                    line.asks().equals("host")
                            ? "Type the name of one host that the pattern fits."
                            : "Type host:port/service."));
        }
        SystemCheckService workers = checks.getIfAvailable();
        return workers == null
                ? CheckedSystem.bad(FailureCode.UNREACHABLE.with(
                        "Not tried: this process has no engine that would carry the test to a worker.",
                        "Ask a server with the role web."))
                : workers.check(check.get());
    }

    private Optional<SystemCheck> host(String pattern, String typed) {
        return landscape
                .findHost(typed)
                .filter(access -> access.pattern().text().equals(pattern))
                .map(access -> SystemCheck.of(SystemCheck.SSH, typed));
    }

    private static Optional<SystemCheck> database(String credential, String typed) {
        Matcher parts = DATABASE.matcher(typed);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String port = parts.group("port");
        return Optional.of(new SystemCheck(
                SystemCheck.ORACLE,
                credential,
                parts.group("host"),
                port == null ? LISTENER : Integer.parseInt(port),
                parts.group("service")));
    }

    private static String address(URI url) {
        int port = url.getPort() >= 0 ? url.getPort() : "http".equals(url.getScheme()) ? 80 : 443;
        return url.getHost() + ":" + port;
    }
}
