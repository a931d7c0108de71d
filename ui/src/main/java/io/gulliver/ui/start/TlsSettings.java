package io.gulliver.ui.start;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Makes the two settings of TLS those that Spring Boot has for it. The files are watched, so that a renewed certificate is
 * shown without a new start.
 */
public final class TlsSettings implements EnvironmentPostProcessor, Ordered {
    private static final String STORE = "spring.ssl.bundle.pem.pages.keystore.";

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String certificate = environment.getProperty("gulliver.web.certificate");
        String key = environment.getProperty("gulliver.web.key");
        // What is wrong with them is said by the rules of settings, all problems together.
        if (certificate == null || key == null || certificate.isBlank() || key.isBlank()) {
            return;
        }
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "gulliver-tls",
                        Map.of(
                                STORE + "certificate",
                                "file:" + certificate,
                                STORE + "private-key",
                                "file:" + key,
                                "spring.ssl.bundle.pem.pages.reload-on-update",
                                "true",
                                "spring.ssl.bundle.pem.pages.options.enabled-protocols",
                                "TLSv1.3,TLSv1.2",
                                "server.ssl.bundle",
                                "pages")));
    }
}
