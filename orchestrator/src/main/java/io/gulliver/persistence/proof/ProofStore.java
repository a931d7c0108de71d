package io.gulliver.persistence.proof;

import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.ProofReport;
import java.util.List;

/** Imported results; they are only added. */
public interface ProofStore {
    /** The action of an import in the audit record. */
    String ACTION = "proofs.imported";

    /**
     * Keeps a file, audited. One that is there already is left as it is.
     *
     * @param hash SHA-256 of what is signed
     * @param key public half of the key that signed it, base64
     * @param signedBy its name
     * @param report that is signed
     * @param content the whole file
     * @param by who imports it
     * @return whether it was new
     */
    boolean add(String hash, String key, String signedBy, ProofReport report, String content, String by);

    /** How many files there are; they are never fewer, so that while it is the same {@link #list} is. */
    long files();

    /** Every result. */
    List<KeptProof> list();
}
