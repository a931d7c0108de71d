package io.gulliver.activity.build;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Adapter;
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.domain.landscape.AdapterPort;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The ports of a machine that may carry paths of databases: what the landscape says of them, and what the HMC does. */
final class FcpPorts {
    private FcpPorts() {}

    /**
     * The ports for a server's paths.
     *
     * @param group name of its storage group: what that has already is kept, and not counted as used by others
     * @throws StepFailedException INPUT_INVALID when the landscape is silent or names what is not there, or too few paths are
     *     asked for; CAPACITY_EXHAUSTED when ports are lacking
     */
    static List<PathChooser.Port> choose(
            Systems systems,
            String console,
            String cpcUri,
            String machine,
            String group,
            int wanted,
            boolean production) {
        HmcClient hmc = systems.hmc(console);
        List<AdapterPort> table = systems.adapterPorts(console, machine);
        if (table.isEmpty()) {
            throw invalid(
                    "Nobody has said to which fabric the FCP ports of machine " + machine + " lead.",
                    "Name them in the settings, as adapter-ports of gulliver.landscape.systems." + console
                            + " with machine, adapter, port, fabric and use; then retry the step.");
        }
        List<Adapter> adapters = hmc.adapters(cpcUri, "fcp");
        List<StorageGroup> groups = hmc.storageGroups(cpcUri);
        List<PathChooser.Port> usable = new ArrayList<>();
        List<String> out = new ArrayList<>();
        for (AdapterPort row : table) {
            if (row.use() != AdapterPort.Use.DATABASE) {
                continue;
            }
            Adapter adapter = adapter(row, adapters, console, machine);
            String uri = uri(hmc, row, adapter, console);
            if (adapter.status().equals("active")) {
                usable.add(new PathChooser.Port(
                        uri,
                        adapter.name(),
                        row.port(),
                        row.fabric(),
                        (int) groups.stream()
                                .filter(other -> !other.name().equals(group)
                                        && other.candidateAdapterPortUris().contains(uri))
                                .count(),
                        groups.stream()
                                .anyMatch(own -> own.name().equals(group)
                                        && own.candidateAdapterPortUris().contains(uri))));
            } else {
                out.add(adapter.name() + " is " + adapter.status());
            }
        }
        PathChooser.Choice choice = PathChooser.choose(usable, wanted, production);
        if (!choice.asked().isEmpty()) {
            throw invalid(
                    String.join(" ", choice.asked()),
                    "Raise the playbook's parameter paths in the program's policy; a server on which nothing of production"
                            + " lands says so by the fact server.production.");
        }
        if (!choice.lacking().isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CAPACITY_EXHAUSTED,
                    "Machine " + machine + ": " + String.join(" ", choice.lacking())
                            + (out.isEmpty()
                                    ? ""
                                    : " Not usable: " + out.stream().distinct().collect(Collectors.joining(", "))
                                            + "."),
                    "Have adapters mended or set to type fcp and name their ports in the landscape, or ask for fewer"
                            + " paths.");
        }
        return choice.ports();
    }

    private static Adapter adapter(AdapterPort row, List<Adapter> adapters, String console, String machine) {
        return adapters.stream()
                .filter(each ->
                        each.name().equals(row.adapter()) || row.adapter().equalsIgnoreCase(each.adapterId()))
                .findFirst()
                .orElseThrow(() -> invalid(
                        "Machine " + machine + " has no FCP adapter '" + row.adapter() + "'; it has "
                                + adapters.stream()
                                        .map(each -> each.name() + " (" + each.adapterId() + ")")
                                        .toList()
                                + ".",
                        "Correct the adapter-ports of gulliver.landscape.systems." + console
                                + ", or have the adapter set to type fcp; then retry the step."));
    }

    private static String uri(HmcClient hmc, AdapterPort row, Adapter adapter, String console) {
        List<String> uris = hmc.adapterPorts(adapter.objectUri()).storagePortUris();
        return uris.stream()
                // A URI is a name and no number, although it ends with one on most consoles.
                .filter(uri -> hmc.portIndex(uri) == row.port())
                .findFirst()
                .orElseThrow(() -> invalid(
                        "FCP adapter " + adapter.name() + " has no port " + row.port() + "; it has " + uris.size()
                                + " of them.",
                        "Correct the adapter-ports of gulliver.landscape.systems." + console
                                + ", then retry the step."));
    }

    private static StepFailedException invalid(String message, String advice) {
        return new StepFailedException(FailureCode.INPUT_INVALID, message, advice);
    }
}
