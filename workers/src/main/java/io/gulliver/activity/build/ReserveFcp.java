package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.model.ChannelUse;
import io.gulliver.adapter.feilong.model.FcpConnector;
import io.gulliver.adapter.feilong.model.FcpTemplate;
import io.gulliver.adapter.feilong.model.FcpUsage;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.FcpChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code zvm.reserve-fcp}: the guest has one FCP device on each path of a template, and their WWPNs are known before anything is zoned.
 *
 * <p>Asked again the server gives the same devices. On which fabric each of them is follows from the port of its channel, which the
 * landscape names.
 */
final class ReserveFcp implements StepAction {
    private final Systems systems;

    ReserveFcp(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "zvm.reserve-fcp";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String system = inputs.text("zvm");
        FeilongClient feilong = systems.feilong(system);
        String userid = inputs.text("guest");
        GuestOwner.require(feilong, userid, call);
        FcpTemplate template = template(feilong, inputs.text("template"));
        FcpConnector reserved = feilong.reserveFcp(userid, template.id(), channels(system, template));
        List<String> wwpns = reserved.wwpns().stream().map(Zone::wwpn).toList();
        int paths = inputs.whole("paths");
        if (wwpns.size() < paths) {
            throw invalid(
                    "FCP template " + template.name() + " of Feilong " + system + " gives a guest " + wwpns.size()
                            + " paths, wanted " + paths + ".",
                    "Name a template with more paths (fact server.fcp_template), or have the z/VM team add them to this one;"
                            + " then retry the step.");
        }
        SortedMap<String, String> fabrics = fabrics(system, reserved);
        if (new TreeSet<>(fabrics.values()).size() < 2) {
            throw invalid(
                    "The paths of FCP template " + template.name() + " of Feilong " + system + " are all on fabric "
                            + String.join("", new TreeSet<>(fabrics.values())) + ".",
                    "Have the z/VM team spread its paths over two fabrics at least, so that one may fail; then retry the"
                            + " step.");
        }
        return StepResult.done(
                Map.of("devices", reserved.devices(), "wwpns", wwpns, "fabrics", fabrics, "template", template.id()),
                "Guest " + userid + " has the FCP devices " + String.join(", ", reserved.devices()));
    }

    private static FcpTemplate template(FeilongClient feilong, String name) {
        List<FcpTemplate> templates = feilong.fcpTemplates();
        return templates.stream()
                .filter(one -> one.id().equals(name) || one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> invalid(
                        "Feilong " + feilong.system() + " has no FCP template " + name + "; it has "
                                + templates.stream().map(FcpTemplate::name).toList() + ".",
                        "Correct the fact server.fcp_template, or have the z/VM team make the template; then retry the"
                                + " step."));
    }

    /** What a server from 1.6.7 on is told of each channel of the template; an older one names none. */
    private Map<String, ChannelUse> channels(String system, FcpTemplate template) {
        Map<String, ChannelUse> use = new TreeMap<>();
        List<String> unknown = new ArrayList<>();
        for (String pchid : template.pchids()) {
            systems.fcpChannels(system).stream()
                    .filter(channel -> channel.pchid().equalsIgnoreCase(pchid))
                    .findFirst()
                    .ifPresentOrElse(
                            channel -> use.put(pchid, new ChannelUse(channel.others(), channel.most())),
                            () -> unknown.add(pchid));
        }
        if (!unknown.isEmpty()) {
            throw unsaid(system, "channel " + String.join(", ", unknown) + " of FCP template " + template.name());
        }
        return use;
    }

    private SortedMap<String, String> fabrics(String system, FcpConnector reserved) {
        SortedMap<String, String> fabrics = new TreeMap<>();
        List<String> unknown = new ArrayList<>();
        for (String wwpn : reserved.wwpns()) {
            String port = reserved.physical().getOrDefault(wwpn, "");
            systems.fcpChannels(system).stream()
                    .filter(channel -> Zone.wwpn(channel.wwpn()).equals(port.toLowerCase(Locale.ROOT)))
                    .map(FcpChannel::fabric)
                    .findFirst()
                    .ifPresentOrElse(
                            fabric -> fabrics.put(Zone.wwpn(wwpn), fabric),
                            () -> unknown.add(port.isEmpty() ? "behind " + wwpn : port));
        }
        if (!unknown.isEmpty()) {
            throw unsaid(system, "port " + String.join(", ", unknown));
        }
        return fabrics;
    }

    private static StepFailedException unsaid(String system, String what) {
        return invalid(
                "Nobody has said on which fabric " + what + " of z/VM behind Feilong " + system + " is.",
                "Name it in the settings, as fcp-channels of gulliver.landscape.systems." + system
                        + " with pchid, wwpn and fabric; then retry the step.");
    }

    private static StepFailedException invalid(String message, String advice) {
        return new StepFailedException(FailureCode.INPUT_INVALID, message, advice);
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        if (GuestOwner.find(feilong, userid, call).isEmpty()) {
            return StepResult.done(
                    Map.of(), "Guest " + userid + " is not there, or not of this run: nothing is given back");
        }
        FcpTemplate template = template(feilong, inputs.text("template"));
        feilong.releaseFcp(userid, template.id());
        List<String> kept = new ArrayList<>();
        if (call.outputs().get("devices") instanceof List<?> devices) {
            for (Object device : devices) {
                feilong.findFcp(String.valueOf(device))
                        .filter(usage -> usage.userid().equals(userid) && usage.reserved())
                        .map(FcpUsage::connections)
                        .ifPresent(connections -> kept.add(device + " (" + connections + " volumes attached)"));
            }
        }
        if (!kept.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Feilong " + feilong.system() + " keeps the FCP devices " + String.join(", ", kept) + " of guest "
                            + userid + ".",
                    "Look what is still attached there, detach it, then retry.");
        }
        return StepResult.done(Map.of(), "FCP devices of guest " + userid + " given back");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String system = inputs.text("zvm");
        FeilongClient feilong = systems.feilong(system);
        FcpTemplate template = template(feilong, inputs.text("template"));
        Map<String, ChannelUse> channels = channels(system, template);
        Rendering rendering = Rendering.of(call)
                .says("would reserve an FCP device for guest " + call.inputs().get("guest")
                        + " on each path of template " + template.name());
        rendering.request(
                "Feilong " + system,
                "GET /volumes/conn/" + rendering.shown("guest") + ", which reserves",
                Map.of("info", Map.of("reserve", true, "fcp_template_id", template.id(), "pchid_info", channels)));
        return rendering.result(context);
    }
}
