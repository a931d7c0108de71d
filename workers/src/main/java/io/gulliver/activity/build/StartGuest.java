package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.Map;

/**
 * {@code zvm.start-guest}: z/VM has the guest logged on and lets it load.
 *
 * <p>On is not booted: a guest without a system on its disk is on for ever. That its Linux runs is what its console and its first login
 * say.
 */
final class StartGuest implements StepAction {
    /** How long its Linux may take to shut down before the power goes. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(40);

    private final Systems systems;

    StartGuest(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "zvm.start-guest";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        GuestOwner.require(feilong, userid, call);
        if (feilong.powerState(userid) != PowerState.ON) {
            try {
                feilong.start(userid);
            } catch (FeilongException e) {
                if (!e.mayHaveHappened() || feilong.powerState(userid) != PowerState.ON) {
                    throw e;
                }
            }
        }
        PowerState seen = feilong.powerState(userid);
        if (seen != PowerState.ON) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Feilong " + feilong.system() + " said done, but guest " + userid + " is not on.",
                    "The step looks again at its next try; have the z/VM team look at the guest if it stays so.");
        }
        return StepResult.done(Map.of("status", "on"), "Guest " + userid + " is on");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        if (GuestOwner.find(feilong, userid, call).isEmpty()) {
            return StepResult.done(Map.of(), "Guest " + userid + " is not there, or not of this run: left as it is");
        }
        if (feilong.powerState(userid) == PowerState.ON) {
            try {
                feilong.softStop(userid, SHUTDOWN);
            } catch (FeilongException e) {
                // Its Linux did not answer, or never ran: the power goes instead, which is looked at below.
                feilong.stop(userid);
            }
        }
        if (feilong.powerState(userid) == PowerState.ON) {
            feilong.stop(userid);
        }
        if (feilong.powerState(userid) != PowerState.OFF) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Feilong " + feilong.system() + " said done, but guest " + userid + " is not off.",
                    "The step looks again at its next try.");
        }
        return StepResult.done(Map.of(), "Guest " + userid + " is off");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        feilong.version();
        Rendering rendering =
                Rendering.of(call).says("would start guest " + call.inputs().get("guest"));
        rendering.request(
                "Feilong " + feilong.system(),
                "POST /guests/" + rendering.shown("guest") + "/action",
                Map.of("action", "start"));
        return rendering.result(context);
    }
}
