package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.dns.NameServer;
import io.gulliver.adapter.dns.NameServerException;
import io.gulliver.assessment.network.ServerAddress;
import io.gulliver.assessment.network.Subnet;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code network.await-names}: every name server says of a server's name its address, and of its address its name. Oracle's
 * listener and its clients want both. Changes nothing.
 */
final class AwaitNames implements StepAction {
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final String WATCH = "names";

    @Override
    public String name() {
        return "network.await-names";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        return StepResult.started(
                WATCH, Map.of(), "Waiting for " + Inputs.of(call).text("name") + " in DNS");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        AtomicReference<List<String>> missing = new AtomicReference<>(List.of());
        boolean there = context.waitFor(
                () -> {
                    missing.set(missing(inputs.text("name"), inputs.text("address"), inputs.texts("name_servers")));
                    if (missing.get().isEmpty()) {
                        return true;
                    }
                    context.progress(new Progress(0, null, "", null, String.join("; ", missing.get())));
                    return false;
                },
                PERIOD,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        return there
                ? StepResult.done(
                        Map.of(),
                        "All name servers say " + inputs.text("address") + " of " + inputs.text("name") + ", and "
                                + inputs.text("name") + " of " + inputs.text("address"))
                : StepResult.running(WATCH, new Progress(0, null, "", null, String.join("; ", missing.get())));
    }

    /** What a name server says otherwise, each in a clause; nothing when all agree. */
    static List<String> missing(String host, String text, List<String> nameServers) {
        String name = host.toLowerCase(Locale.ROOT);
        InetAddress address = address(text);
        List<String> missing = new ArrayList<>();
        for (String told : nameServers) {
            NameServer server = new NameServer(server(told));
            try {
                List<String> addresses = server.addresses(name, address);
                if (!addresses.equals(List.of(address.getHostAddress()))) {
                    missing.add(server + " says " + words(addresses) + " of " + name + ", wanted "
                            + address.getHostAddress());
                }
                List<String> names = server.names(address);
                if (!names.equals(List.of(name))) {
                    missing.add(
                            server + " says " + words(names) + " of " + address.getHostAddress() + ", wanted " + name);
                }
            } catch (NameServerException e) {
                missing.add(String.valueOf(e.getMessage()));
            }
        }
        return missing;
    }

    private static String words(List<String> answers) {
        return answers.isEmpty() ? "nothing" : String.join(" and ", answers);
    }

    private static InetAddress address(String text) {
        try {
            return Subnet.address(text);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    private static InetSocketAddress server(String text) {
        try {
            return ServerAddress.nameServer(text);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    private static StepFailedException invalid(IllegalArgumentException why) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID, why.getMessage() + ".", "Correct the playbook, or roll the run back.");
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "Nothing runs");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call);
        rendering.says(
                "would wait until " + rendering.shown("name") + " is " + rendering.shown("address") + " both ways");
        rendering.says("By DNS (A or AAAA, and PTR), each of " + rendering.shown("name_servers")
                + " by itself; changes nothing");
        return rendering.result(context);
    }
}
