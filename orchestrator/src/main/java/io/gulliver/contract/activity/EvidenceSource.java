package io.gulliver.contract.activity;

import java.io.IOException;
import java.io.InputStream;

/**
 * Where workers read evidence that was kept before, such as a file that a person uploaded. In the process that owns the
 * store it is the store; from a zone it is the server, over HTTP.
 */
@FunctionalInterface
public interface EvidenceSource {
    /**
     * Opens a content by its hash; the caller closes it.
     *
     * @param sha256 64 hexadecimal digits, lower case
     * @throws IOException when it cannot be read
     * @throws RuntimeException when nothing is kept under that hash, or the server cannot be reached
     */
    InputStream open(String sha256) throws IOException;
}
