package io.gulliver.ui;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts a Gulliver process; {@code gulliver.roles} says what it does. */
@SpringBootApplication(
        // The face comes with the role web, see FaceRole.
        scanBasePackages = {"io.gulliver.ui.start", "io.gulliver.ui.internal"},
        // The store opens its own database, so that its checks run before anything else touches the file.
        excludeName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            // People come from LabUsers or from outside; nobody is made up at the start.
            "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration"
        })
@ConfigurationPropertiesScan
public class GulliverApplication {
    protected GulliverApplication() {}

    public static void main(String[] args) {
        SpringApplication.run(GulliverApplication.class, args);
    }
}
