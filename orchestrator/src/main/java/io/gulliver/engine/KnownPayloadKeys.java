package io.gulliver.engine;

import io.gulliver.persistence.engine.PayloadKeyStore;
import java.util.SortedMap;

/**
 * Holds a process back that cannot read what its engine holds: the store knows every key that ever sealed a payload, and
 * who lacks one does not start. Without this a workflow stops when it first meets a payload of that key.
 */
public final class KnownPayloadKeys {
    private KnownPayloadKeys() {}

    /**
     * Compares the key file with the store, and notes the current key there.
     *
     * @param lost a person said that the old engine is dead: nothing that its keys sealed will be read again
     * @throws EngineException a key is missing, or another one has its id
     */
    public static void require(PayloadKeyStore store, PayloadKeys keys, boolean lost) {
        SortedMap<String, String> here = keys.checks();
        if (lost && !here.entrySet().containsAll(store.list().entrySet())) {
            store.forgetAll("recover");
        }
        compare(store.list(), keys);
        String current = keys.current();
        String check = here.get(current);
        if (check == null) {
            throw new IllegalStateException("The current key " + current + " is not among the keys");
        }
        store.use(current, check);
        // Two processes with key files of their own may have been first at the same moment.
        compare(store.list(), keys);
    }

    /**
     * Compares the keys at hand with those of the installation.
     *
     * @param used check value by id of every key that ever sealed a payload
     * @throws EngineException a key is missing, or another one has its id
     */
    public static void compare(SortedMap<String, String> used, PayloadKeys keys) {
        SortedMap<String, String> here = keys.checks();
        used.forEach((id, check) -> {
            String mine = here.get(id);
            if (!check.equals(mine)) {
                throw new EngineException("Payload key " + id + " of this installation "
                        + (mine == null ? "is not in " : "is another one in ") + keys.origin()
                        + ", so what the engine holds cannot be read. Restore the file from the back-up, or copy it from"
                        + " the server's data directory. When the key is lost for good, the engine's state is too:"
                        + " move the engine's files away and run './gulliver recover', which goes on from the run"
                        + " log.");
            }
        });
    }
}
