package io.gulliver.ui.read;

import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.settings.SystemReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * The configured systems. A test opens a connection to the address and closes it: it shows a wrong name, port or
 * firewall; log-on is checked by the workers, which alone hold the secrets.
 */
@Component
class ConfiguredSystems implements SystemReader {
    private static final int PATIENCE_MILLIS = 3000;

    private final Landscape landscape;
    private final Words words;
    private final Clock clock;
    private final Map<String, SystemReader.SystemLine> tried = new ConcurrentHashMap<>();

    ConfiguredSystems(Landscape landscape, Words words, Clock clock) {
        this.landscape = landscape;
        this.words = words;
        this.clock = clock;
    }

    @Override
    public List<SystemReader.SystemLine> list() {
        return landscape.systems().values().stream()
                .map(system -> tried.getOrDefault(system.name(), untried(system)))
                .toList();
    }

    @Override
    public SystemReader.SystemLine test(String name) {
        OuterSystem system = landscape
                .findSystem(name)
                .orElseThrow(() -> new UnknownRowException("There is no system " + name + "."));
        SystemReader.SystemLine seen = tryOut(system);
        tried.put(name, seen);
        return seen;
    }

    private SystemReader.SystemLine tryOut(OuterSystem system) {
        String address = address(system.url());
        String host = system.url().getHost();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host == null ? "" : host, port(system.url())), PATIENCE_MILLIS);
            return new SystemReader.SystemLine(
                    system.name(),
                    system.kind(),
                    address,
                    system.lab(),
                    true,
                    clock.instant(),
                    words.text("settings.seen"));
        } catch (IOException | IllegalArgumentException failure) {
            return new SystemReader.SystemLine(
                    system.name(),
                    system.kind(),
                    address,
                    system.lab(),
                    false,
                    clock.instant(),
                    words.text("settings.notseen", String.valueOf(failure.getMessage())));
        }
    }

    private static SystemReader.SystemLine untried(OuterSystem system) {
        return new SystemReader.SystemLine(
                system.name(), system.kind(), address(system.url()), system.lab(), null, null, null);
    }

    private static String address(URI url) {
        return url.getHost() + ":" + port(url);
    }

    private static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : "http".equals(url.getScheme()) ? 80 : 443;
    }
}
