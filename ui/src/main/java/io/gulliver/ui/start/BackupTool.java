package io.gulliver.ui.start;

import io.gulliver.secret.SecretSource;
import io.gulliver.service.backup.BackupException;
import io.gulliver.service.backup.StoreBackup;
import io.gulliver.service.backup.StoreRestore;
import io.gulliver.service.backup.StoreTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * {@code ./gulliver backup} and {@code ./gulliver restore}: on the store that the settings name, the same as a server's. Starts
 * neither server nor engine.
 */
public final class BackupTool {
    private BackupTool() {}

    /** @param arguments {@code backup} or {@code restore}, then {@code --backup.file}, {@code --backup.passphrase-file}, settings */
    public static void main(String[] arguments) {
        int code = SettingsTool.run(
                Arrays.copyOfRange(arguments, 1, arguments.length), context -> run(arguments[0], context), System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    private static void run(String command, ConfigurableApplicationContext context) {
        Environment given = context.getEnvironment();
        Path file = Path.of(given.getRequiredProperty("backup.file"));
        Path passphrase = Path.of(given.getRequiredProperty("backup.passphrase-file"));
        GulliverSettings settings = context.getBean(GulliverSettings.class);
        StoreTarget store = SettingsTool.store(settings, context.getBean(SecretSource.class));
        if (command.equals("backup")) {
            StoreBackup.Report written = new StoreBackup(store, Clock.systemUTC()).write(file, passphrase);
            System.out.println(
                    "Backed up " + store + ": " + written.tables() + " tables, " + written.rows() + " rows.\n"
                            + "  " + written.file() + "  (list: SHA-256 " + written.sha256() + ")\n"
                            + "  " + written.keys() + "  (the keys, sealed with the passphrase)\n"
                            + "Both are needed to restore; keep the passphrase apart from them."
                            + (written.noted()
                                    ? ""
                                    : "\nThe store took no note of it, so the pages do not know of this backup."));
            return;
        }
        try (DataDirectory directory = DataDirectory.open(settings.data())) {
            StoreRestore.Report restored = new StoreRestore(store, Clock.systemUTC()).restore(file, passphrase);
            System.out.println("Restored into " + store + ": " + restored.tables() + " tables, " + restored.rows()
                    + " rows of " + restored.madeAt() + " (schema " + restored.schema() + ", list: SHA-256 "
                    + restored.sha256() + "); keys and checkpoints in " + directory.path() + ".\n"
                    + "The next start takes over every run that was under way: what was open is looked at before it is"
                    + " repeated, and they act ten minutes later.");
        } catch (IOException e) {
            throw new BackupException("The data directory cannot be closed: " + e.getMessage(), e);
        }
    }
}
