package io.gulliver.adapter.ssh;

import java.io.IOException;
import java.nio.file.Path;

/** The contract against a real OpenSSH server. */
class OpenSshDetachedJobsContractTest extends DetachedJobsContract {
    @Override
    FarEnd open(Path directory) throws IOException {
        return OpenSshServer.start(directory);
    }
}
