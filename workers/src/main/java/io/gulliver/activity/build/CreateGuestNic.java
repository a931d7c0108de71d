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
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.GuestDefinition.Card;
import io.gulliver.adapter.feilong.model.Network;
import io.gulliver.adapter.feilong.model.VirtualSwitch;
import io.gulliver.adapter.feilong.model.ZvmLimits;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code zvm.create-nic}: the guest has a network card on this virtual switch, in its VLAN, and its Linux is told of its address.
 *
 * <p>The directory entry is what is looked at: the card, its switch and its VLAN stand there. A coupling in another VLAN is undone first,
 * because the server passes over the VLAN of a card that is coupled already.
 */
final class CreateGuestNic implements StepAction {
    private final Systems systems;

    CreateGuestNic(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "zvm.create-nic";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        String vdev = device(inputs);
        Integer vlan = vlan(inputs);
        VirtualSwitch vswitch = vswitch(feilong, inputs.text("network"), vlan);
        Optional<Card> card = card(GuestOwner.require(feilong, userid, call), vdev);
        if (card.isEmpty()) {
            create(feilong, userid, vdev, inputs);
            card = card(GuestOwner.require(feilong, userid, call), vdev);
        }
        Card found = card.orElseThrow(() -> notSeen(feilong, userid, vdev, "no such card"));
        if (!isCoupled(found, vswitch.name(), vlan)) {
            if (found.vswitch() != null) {
                feilong.uncouple(userid, vdev);
            }
            if (vlan == null) {
                feilong.grant(vswitch.name(), userid);
            } else {
                // Which grants it too.
                feilong.setVlan(vswitch.name(), userid, vlan);
            }
            feilong.couple(userid, vdev, vswitch.name(), vlan);
            found = card(GuestOwner.require(feilong, userid, call), vdev)
                    .filter(seen -> isCoupled(seen, vswitch.name(), vlan))
                    .orElseThrow(() -> notSeen(feilong, userid, vdev, "no coupling to " + vswitch.name()));
        }
        return StepResult.done(
                Map.of("device", found.vdev()),
                "Network card " + found.vdev() + " of guest " + userid + " on " + vswitch.name()
                        + (vlan == null ? "" : " in VLAN " + vlan));
    }

    private static StepFailedException notSeen(FeilongClient feilong, String userid, String vdev, String what) {
        return new StepFailedException(
                FailureCode.TEMPORARILY_UNAVAILABLE,
                "Feilong " + feilong.system() + " said done, but the directory entry of " + userid + " shows " + what
                        + " for device " + vdev + ".",
                "The step looks again at its next try.");
    }

    private static boolean isCoupled(Card card, String vswitch, @Nullable Integer vlan) {
        return vswitch.equalsIgnoreCase(card.vswitch()) && Objects.equals(vlan, card.vlan());
    }

    private static Optional<Card> card(GuestDefinition guest, String vdev) {
        return guest.nics().stream().filter(card -> card.vdev().equals(vdev)).findFirst();
    }

    private static void create(FeilongClient feilong, String userid, String vdev, Inputs inputs) {
        try {
            feilong.createInterfaces(userid, inputs.text("os_version"), List.of(network(inputs, vdev)));
        } catch (FeilongException e) {
            if (e.meaning() == Meaning.FAILED) {
                // What there is of it may lack what Linux is told: the next try makes it whole.
                feilong.deleteInterface(userid, inputs.text("os_version"), vdev);
                throw e;
            }
            if (!e.mayHaveHappened()
                    || feilong.findGuest(userid)
                            .flatMap(guest -> card(guest, vdev))
                            .isEmpty()) {
                throw e;
            }
        }
    }

    private static Network network(Inputs inputs, String vdev) {
        String address = inputs.text("address");
        List<String> names = inputs.findTexts("name_servers").stream()
                .map(server -> server.replaceFirst(":[0-9]+$", ""))
                .toList();
        return new Network(
                address.substring(0, Math.max(0, address.indexOf('/'))),
                cidr(address),
                inputs.findText("gateway").orElse(null),
                names,
                vdev,
                null);
    }

    /** The network that an address with its prefix length lies in, as {@code 10.1.2.0/24}. */
    static String cidr(String address) {
        String[] parts = address.split("[./]");
        boolean sound = parts.length == 5
                && address.matches("([0-9]{1,3}[.]){3}[0-9]{1,3}/[0-9]{1,2}")
                && Integer.parseInt(parts[4]) <= 32;
        long bits = 0;
        for (int i = 0; sound && i < 4; i++) {
            int part = Integer.parseInt(parts[i]);
            sound = part <= 255;
            bits = bits << 8 | part;
        }
        if (!sound) {
            throw invalid("The address of its network is \"" + address
                    + "\"; wanted an address of IPv4 with the prefix length of"
                    + " its network, as in 10.20.30.41/24: Feilong knows no other.");
        }
        int prefix = Integer.parseInt(parts[4]);
        long network = prefix == 0 ? 0 : bits & 0xFFFFFFFFL << 32 - prefix & 0xFFFFFFFFL;
        return (network >> 24) + "." + (network >> 16 & 255) + "." + (network >> 8 & 255) + "." + (network & 255) + "/"
                + prefix;
    }

    private static String device(Inputs inputs) {
        String device = inputs.text("device");
        if (!ZvmLimits.isDevice(device)) {
            throw invalid("The device number is \"" + device + "\"; wanted 1 to 4 hex digits.");
        }
        return ZvmLimits.device(device);
    }

    /** 0 and none are the same. */
    private static @Nullable Integer vlan(Inputs inputs) {
        int vlan = inputs.findWhole("vlan").orElse(0);
        if (vlan < 0 || vlan > 4094) {
            throw invalid("The VLAN is " + vlan + "; wanted 1 to 4094, or 0 for none.");
        }
        return vlan == 0 ? null : vlan;
    }

    private static VirtualSwitch vswitch(FeilongClient feilong, String name, @Nullable Integer vlan) {
        VirtualSwitch vswitch = feilong.findSwitch(name)
                .orElseThrow(() -> invalid("z/VM behind Feilong " + feilong.system() + " has no virtual switch " + name
                        + "; it has " + feilong.switches().stream().sorted().toList() + "."));
        if (vlan != null && !vswitch.vlanAware()) {
            throw invalid("Virtual switch " + name + " of z/VM behind Feilong " + feilong.system()
                    + " knows no VLANs, and VLAN " + vlan + " is wanted.");
        }
        return vswitch;
    }

    private static StepFailedException invalid(String what) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                what,
                "Correct the network of the server, or what was answered in the task that asked for its address; then retry"
                        + " the step.");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        String vdev = device(inputs);
        Optional<GuestDefinition> guest = GuestOwner.find(feilong, userid, call);
        if (guest.isEmpty()) {
            return StepResult.done(Map.of(), "Guest " + userid + " is not there, or not of this run: left as it is");
        }
        String vswitch = inputs.text("network");
        if (card(guest.get(), vdev).isPresent()) {
            feilong.deleteInterface(userid, inputs.text("os_version"), vdev);
        }
        if (feilong.findSwitch(vswitch)
                .filter(found -> found.users().contains(userid))
                .isPresent()) {
            feilong.revoke(vswitch, userid);
        }
        return StepResult.done(Map.of(), "Network card " + vdev + " of guest " + userid + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        Integer vlan = inputs.known("vlan") ? vlan(inputs) : null;
        VirtualSwitch vswitch = vswitch(feilong, inputs.text("network"), vlan);
        Rendering rendering = Rendering.of(call)
                .says("would put guest " + call.inputs().get("guest") + " on virtual switch " + vswitch.name()
                        + " by device " + device(inputs) + (vlan == null ? "" : " in VLAN " + vlan));
        rendering.request(
                "Feilong " + feilong.system(),
                "POST /guests/" + rendering.shown("guest") + "/interface, where the guest has no such card",
                Map.of(
                        "interface",
                        Map.of(
                                "os_version",
                                inputs.text("os_version"),
                                "guest_networks",
                                List.of(Map.of("ip_addr", rendering.shown("address"), "nic_vdev", device(inputs))))));
        rendering.request(
                "Feilong " + feilong.system(),
                "PUT /guests/" + rendering.shown("guest") + "/nic/" + device(inputs),
                Map.of("info", Map.of("couple", true, "vswitch", vswitch.name(), "active", false)));
        return rendering.result(context);
    }
}
