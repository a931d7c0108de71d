package io.gulliver.activity.runtime;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.contract.activity.ByHandWriter;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.secret.SecretRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The actions of a worker, written down for a person to do in their place. */
public final class ActionsByHand implements ByHandWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ActionsByHand.class);

    private final SortedMap<String, StepAction> actions = new TreeMap<>();
    private final SecretRegistry secrets;

    public ActionsByHand(Collection<StepAction> actions, SecretRegistry secrets) {
        actions.forEach(action -> this.actions.put(action.name(), action));
        this.secrets = secrets;
    }

    @Override
    public Optional<String> of(StepCall call) {
        StepAction action = actions.get(call.action());
        if (action == null) {
            return Optional.empty();
        }
        Kept kept = new Kept();
        try {
            action.describe(call, kept);
        } catch (RuntimeException e) {
            // What is missing is told by the step's inputs; whoever reads has the rest of the document.
            LOG.debug("step={} action={} cannot be written down: {}", call.step(), call.action(), e.getMessage());
            return Optional.empty();
        }
        return Optional.ofNullable(kept.byHand).map(secrets::mask);
    }

    /** Keeps the one text and nothing else. */
    private static final class Kept implements StepContext {
        private @Nullable String byHand;

        @Override
        public void progress(Progress now) {
            // nobody watches
        }

        @Override
        public EvidenceRef evidence(String name, String kind, String text) {
            if (name.equals(Rendering.BY_HAND)) {
                byHand = text;
            }
            return new EvidenceRef(name, kind, "", text.length());
        }

        @Override
        public EvidenceRef evidence(String name, String kind, byte[] content) {
            return evidence(name, kind, new String(content, StandardCharsets.UTF_8));
        }

        @Override
        public void called(
                String system,
                String operation,
                @Nullable String object,
                String status,
                Duration took,
                @Nullable String message) {
            // no step is at work
        }

        @Override
        public void called(OuterCall call) {
            // no step is at work
        }

        @Override
        public boolean waitFor(BooleanSupplier condition, Duration period, Duration atMost) {
            return condition.getAsBoolean();
        }

        @Override
        public Duration timeLeft() {
            return Duration.ofSeconds(10);
        }

        @Override
        public Runnable whenCalledOff(Runnable end) {
            return () -> {};
        }

        @Override
        public boolean cancelled() {
            return false;
        }
    }
}
