package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.feilong.model.DeploySpec;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.NicSpec;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code zvm.deploy-image}: an image was written onto the guest's disk.
 *
 * <p>Nothing tells whether an image is on a disk, nor whether a copy still runs; two copies at once, or a start below one, spoil the
 * disk. So the begin of a copy is written where it can be looked at: a network card without a network, at a device number that stands
 * for the round of work, is in the directory from before the copy until its end is known. Where it is found, a copy was begun in this
 * round and its end is not known: nothing is copied again and a person decides. His retry is another round, which copies anew.
 */
final class DeployImage implements StepAction {
    private static final String JOB = "deploy";
    /** Three device numbers for each of sixteen rounds; cards for use begin far below. */
    private static final int FIRST_MARK = 0xFE00;

    private static final int MARKS = 16;
    private static final int APART = 0x10;

    private final Systems systems;

    DeployImage(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "zvm.deploy-image";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        GuestDefinition guest = GuestOwner.require(feilong, userid, call);
        if (feilong.powerState(userid) != PowerState.OFF) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Guest " + userid + " of " + feilong.system() + " is on, and an image is never copied below it.",
                    "Look who started it; log it off when nobody needs it, then retry the step.");
        }
        String mark = mark(call);
        if (has(guest, mark)) {
            throw unknown(feilong, inputs);
        }
        marks(guest).forEach(old -> feilong.deleteNic(userid, old));
        begin(feilong, userid, mark);
        try {
            feilong.deploy(userid, spec(inputs));
        } catch (FeilongException e) {
            // The server says both of a copy that it ended without success; another one can begin.
            if (!e.mayHaveHappened() || e.meaning() == Meaning.FAILED) {
                clear(feilong, userid, mark);
                throw e;
            }
            throw unknown(feilong, inputs);
        }
        clear(feilong, userid, mark);
        return StepResult.started(
                JOB, Map.of(), "Image " + inputs.text("image") + " was copied onto disk " + inputs.text("disk"));
    }

    private static DeploySpec spec(Inputs inputs) {
        return new DeploySpec(inputs.text("image"), inputs.text("disk"), inputs.text("host"), null, null);
    }

    /** Done again it is there already: the copy has not begun before this is seen. */
    private static void begin(FeilongClient feilong, String userid, String mark) {
        try {
            feilong.createNic(userid, new NicSpec(mark, null, false));
        } catch (FeilongException e) {
            if (!feilong.findGuest(userid).map(guest -> has(guest, mark)).orElse(false)) {
                throw e;
            }
        }
    }

    /** The end of the copy is known. A mark that stays is a card without a network, and goes with the guest. */
    private static void clear(FeilongClient feilong, String userid, String mark) {
        for (int tries = 1; tries <= 3; tries++) {
            try {
                feilong.deleteNic(userid, mark);
                return;
            } catch (FeilongException e) {
                if (tries == 3) {
                    return;
                }
            }
        }
    }

    private static String mark(StepCall call) {
        return String.format(Locale.ROOT, "%04X", FIRST_MARK + Math.floorMod(call.round(), MARKS) * APART);
    }

    private static List<String> marks(GuestDefinition guest) {
        return guest.nics().stream()
                .map(GuestDefinition.Card::vdev)
                .filter(vdev -> Integer.parseInt(vdev, 16) >= FIRST_MARK)
                .toList();
    }

    private static boolean has(GuestDefinition guest, String mark) {
        return marks(guest).contains(mark);
    }

    private static StepFailedException unknown(FeilongClient feilong, Inputs inputs) {
        return new StepFailedException(
                // By this code a person's retry is another round, and no retry comes by itself.
                FailureCode.JOB_VANISHED,
                "The copy of image " + inputs.text("image") + " onto disk " + inputs.text("disk") + " of guest "
                        + inputs.text("guest") + " was begun, and the answer of Feilong " + feilong.system()
                        + " was lost. Nobody can ask it whether the copy still runs.",
                "See the log of the Feilong server until it says that the deployment of this guest has ended, either way;"
                        + " then retry the step, which copies anew.");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        return StepResult.done(
                Map.of("image", inputs.text("image")),
                "Disk " + inputs.text("disk") + " of guest " + inputs.text("guest") + " holds image "
                        + inputs.text("image"));
    }

    /** The copy is within the call, which has ended. */
    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "Nothing runs");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        feilong.version();
        Rendering rendering = Rendering.of(call)
                .says("would copy image " + call.inputs().get("image") + " onto disk "
                        + call.inputs().get("disk") + " of guest "
                        + call.inputs().get("guest"));
        rendering.request(
                "Feilong " + feilong.system(),
                "POST /guests/" + rendering.shown("guest") + "/action, while the guest is off",
                Map.of(
                        "action",
                        "deploy",
                        "image",
                        rendering.shown("image"),
                        "vdev",
                        rendering.shown("disk"),
                        "hostname",
                        inputs.text("host")));
        return rendering.result(context);
    }
}
