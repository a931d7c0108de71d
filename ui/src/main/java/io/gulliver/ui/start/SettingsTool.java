package io.gulliver.ui.start;

import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.backup.StoreTarget;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Reads the settings of a server as the server does, and starts nothing: what tools of the launcher begin with. By itself it
 * is the part of {@code ./gulliver doctor} that says what is wrong in them; it ends with 1 then.
 */
public final class SettingsTool {
    private SettingsTool() {}

    /** No more than settings and secrets. */
    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(GulliverSettings.class)
    @Import(LandscapeConfiguration.class)
    static class Settings {}

    /** @param arguments settings, as the server takes them */
    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext context = read(arguments)) {
            GulliverSettings settings = context.getBean(GulliverSettings.class);
            System.out.println("store\t"
                    + (settings.store().url() == null
                            ? ""
                            : settings.store().url().replaceAll("\\?.*", "")));
            String target = settings.temporal().target();
            System.out.println("engine\t" + (target == null ? "" : target));
        } catch (RuntimeException e) {
            // Spring has said why.
            System.exit(1);
        }
    }

    static ConfigurableApplicationContext read(String[] arguments) {
        SpringApplication application = new SpringApplication(Settings.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        return application.run(arguments);
    }

    /** The store that the settings name. */
    static StoreTarget store(GulliverSettings settings, SecretSource secrets) {
        GulliverSettings.Store store = settings.store();
        return new StoreTarget(
                settings.data(),
                store.url(),
                store.user(),
                store.password() == null ? null : secrets.own(SecretRef.parse(store.password())),
                store.program(),
                store.port(),
                store.startLimit());
    }
}
