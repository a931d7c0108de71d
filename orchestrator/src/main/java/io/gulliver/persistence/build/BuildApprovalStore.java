package io.gulliver.persistence.build;

import io.gulliver.domain.build.BuildApproval;
import java.util.List;
import java.util.Optional;

/** Approvals of designs, which are only added. */
public interface BuildApprovalStore {
    /** Action of an approval in the audit record. */
    String APPROVED = "build.design-approved";

    /**
     * Keeps an approval, audited. A design that is approved already keeps its first approval.
     *
     * @return the approval that counts
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    BuildApproval approve(BuildApproval approval);

    /** The approval of a design of a server. */
    Optional<BuildApproval> find(String program, String server, String hash);

    /** Approvals of the designs of a server, the last one first. */
    List<BuildApproval> history(String program, String server, int atMost);
}
