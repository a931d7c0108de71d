package io.gulliver.ui.start;

import io.gulliver.engine.EngineException;
import io.gulliver.persistence.StoreException;
import io.gulliver.secret.SecretException;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.backup.BackupException;
import io.gulliver.service.backup.StoreTarget;
import java.io.PrintStream;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.NestedExceptionUtils;

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

    /** What a tool does with settings that are right. */
    interface Work {
        void with(ConfigurableApplicationContext context);
    }

    /**
     * Reads settings and works with them.
     *
     * @return what the process ends with: 0, or 1 when standard error says why not
     */
    static int run(String[] settings, Work work, PrintStream err) {
        try (ConfigurableApplicationContext context = read(settings)) {
            return told(() -> work.with(context), err);
        } catch (RuntimeException e) {
            // Spring has said why.
            return 1;
        }
    }

    static int told(Runnable work, PrintStream err) {
        try {
            work.run();
            return 0;
        } catch (StoreException | BackupException | EngineException | SecretException e) {
            err.println("gulliver: " + e.getMessage());
        } catch (RuntimeException e) {
            // nobody foresaw it: the innermost says most
            err.println("gulliver: it could not be done: " + NestedExceptionUtils.getMostSpecificCause(e));
        }
        return 1;
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
