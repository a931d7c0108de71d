package io.gulliver.adapter.ssh;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The contract against a real OpenSSH server. */
@Tag("process")
class OpenSshDetachedJobsContractTest extends DetachedJobsContract {
    @Override
    FarEnd open(Path directory) throws IOException {
        return OpenSshServer.start(directory);
    }
}
