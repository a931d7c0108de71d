package io.gulliver.ui.start;

import io.gulliver.ui.security.BaseAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Says in the data directory where the pages of the process that runs on it are, for tools of the same machine. */
@Component
@WithRole(ProcessRole.WEB)
class PagesAddress implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PagesAddress.class);

    private final Path file;
    private final String address;
    private final boolean tls;

    PagesAddress(
            DataDirectory directory, GulliverSettings settings, @Value("${server.address:127.0.0.1}") String address) {
        this.file = file(directory.path());
        this.address = address;
        this.tls = settings.web().certificate() != null;
    }

    static Path file(Path data) {
        return data.resolve("pages.url");
    }

    @EventListener
    void started(WebServerInitializedEvent event) {
        // the port of health and metrics shows no pages
        if (event.getApplicationContext().getServerNamespace() != null) {
            return;
        }
        try {
            String base = BaseAddress.of(address, tls, event.getWebServer().getPort());
            Files.writeString(file, base + "\n", StandardCharsets.UTF_8);
        } catch (IOException e) {
            LOG.debug("{} could not be written", file, e);
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
