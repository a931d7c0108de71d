package io.gulliver.contract.activity;

/**
 * Where workers put evidence. In the process that owns the store it is the store; from a zone it is the server, over
 * HTTP.
 */
public interface EvidenceSink {
    /**
     * Keeps a content under its hash; the same content again changes nothing.
     *
     * @param name file name shown to people
     * @param kind for example {@code script}, {@code log}, {@code report}
     * @param content without secrets
     * @return what a step result carries
     * @throws RuntimeException when it could not be kept; the step is then repeated, which is safe
     */
    EvidenceRef keep(String name, String kind, byte[] content);
}
