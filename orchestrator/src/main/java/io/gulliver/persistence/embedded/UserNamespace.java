package io.gulliver.persistence.embedded;

import io.gulliver.persistence.StoreException;
import io.gulliver.process.ChildEnvironment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How PostgreSQL, which refuses to run as root, is run by root: in a user namespace in which root is nobody. */
final class UserNamespace {
    private static final List<String> UNSHARE = List.of("unshare", "--user");

    private UserNamespace() {}

    /**
     * What to put before a command, nothing for an ordinary user.
     *
     * @throws StoreException when we are root and the system allows no user namespace
     */
    static List<String> prefix() {
        return prefix(Platform.root(), UNSHARE);
    }

    static List<String> prefix(boolean root, List<String> unshare) {
        if (!root) {
            return List.of();
        }
        if (!allowed(unshare)) {
            throw new StoreException(
                    "PostgreSQL does not run as root, and this machine does not let root run it in a user"
                            + " namespace ('unshare --user' fails). Start Gulliver as an ordinary user who owns the data"
                            + " directory, or name a running PostgreSQL with gulliver.store.url.");
        }
        return unshare;
    }

    private static boolean allowed(List<String> prefix) {
        try {
            List<String> command = new ArrayList<>(prefix);
            command.add("true");
            Process process = ChildEnvironment.clean(new ProcessBuilder(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
