package io.gulliver.activity.runtime;

import io.gulliver.activity.StepFailedException;
import io.gulliver.engine.EngineException;
import io.gulliver.engine.EngineRegistration;
import io.gulliver.engine.KnownPayloadKeys;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.engine.TemporalConnector;
import java.util.Optional;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a worker without a store back that cannot read what the engine holds, or would seal what nobody else can read:
 * it asks the server, which knows every key ever used. With other keys the process does not start; as long as the server
 * does not answer, it takes no work.
 */
public final class ZonePayloadKeys implements EngineRegistration {
    private static final Logger log = LoggerFactory.getLogger(ZonePayloadKeys.class);

    private final HttpServerLink server;
    private final PayloadKeys keys;
    private volatile boolean compared;

    public ZonePayloadKeys(HttpServerLink server, PayloadKeys keys) {
        this.server = server;
        this.keys = keys;
    }

    /** @throws EngineException the installation's keys are others */
    @Override
    public void register(TemporalConnector connector) {
        try {
            compare();
        } catch (StepFailedException away) {
            log.warn("Payload keys are not compared yet: {}", away.getMessage());
        }
        connector.admit(cluster -> refusal());
    }

    /** Why this worker must not take work, or empty. */
    Optional<String> refusal() {
        if (compared) {
            return Optional.empty();
        }
        try {
            compare();
            return Optional.empty();
        } catch (StepFailedException away) {
            return Optional.of("The payload keys of " + keys.origin()
                    + " cannot be compared with the server's, so no work is taken: " + away.getMessage());
        } catch (EngineException others) {
            return Optional.of(String.valueOf(others.getMessage()));
        }
    }

    private void compare() {
        String current = keys.current();
        String check = keys.checks().get(current);
        if (check == null) {
            throw new IllegalStateException("The current key " + current + " is not among the keys");
        }
        SortedMap<String, String> used = server.usePayloadKey(current, check)
                .orElseThrow(() -> new EngineException("Payload key " + current + " of " + keys.origin()
                        + " is not the server's, so nobody could read what this worker seals with it. Copy"
                        + " payload-keys.json from the server's data directory to this place (mode 0600), then start"
                        + " again."));
        KnownPayloadKeys.compare(used, keys);
        compared = true;
    }
}
