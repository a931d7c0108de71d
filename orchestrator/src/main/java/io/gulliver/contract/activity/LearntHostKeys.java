package io.gulliver.contract.activity;

import java.util.List;

/**
 * Host keys that the runs which built servers read from their consoles. The server keeps them; whoever logs in to a host
 * asks for them, and nobody who logs in can write them.
 */
@FunctionalInterface
public interface LearntHostKeys {
    /**
     * The keys of a host.
     *
     * @return fingerprints as {@code ssh-keygen -l} prints them, {@code SHA256:…}; empty for a host that no run has built
     */
    List<String> fingerprints(String host);

    /** Where no run builds anything. */
    static LearntHostKeys none() {
        return host -> List.of();
    }
}
