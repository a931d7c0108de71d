package io.gulliver.service.migration;

import io.gulliver.domain.landscape.LearntHostKey;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.hostkey.HostKeyStore;
import java.util.List;

/** By which keys built servers are recognised, and the word of a person that one of them counts no more. */
public class HostKeyService {
    private final HostKeyStore keys;

    public HostKeyService(HostKeyStore keys) {
        this.keys = keys;
    }

    /** All, by host. */
    public List<LearntHostKey> list() {
        return keys.list();
    }

    /**
     * Lets a host be recognised by what the landscape pins alone.
     *
     * @param seen the fingerprints that the person saw
     * @throws UnknownRowException when no run has said a key of this host
     * @throws RefusedException when other keys are kept by now
     */
    public void release(String host, List<String> seen, String by, String reason) {
        if (keys.release(host, seen, by, reason)) {
            return;
        }
        List<String> now = keys.fingerprints(host);
        if (now.isEmpty()) {
            throw new UnknownRowException("No run has said by which key " + host + " is recognised.");
        }
        throw new RefusedException(
                RuleViolation.Kind.NOT_NOW,
                host + " is recognised by " + String.join(", ", now)
                        + " by now. Nothing was released: look at it again.");
    }
}
