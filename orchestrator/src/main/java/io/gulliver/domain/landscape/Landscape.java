package io.gulliver.domain.landscape;

import io.gulliver.domain.estate.TargetKind;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything outside that this installation may touch. Comes from configuration files only, never from the web.
 *
 * @param systems devices and services by name
 * @param hosts how to log in to hosts, first match counts
 * @param databases how to reach databases
 * @param networks addresses for new servers, by the pool's name
 */
public record Landscape(
        SortedMap<String, OuterSystem> systems,
        List<HostAccess> hosts,
        DatabaseAccess databases,
        SortedMap<String, AddressPool> networks) {
    /** Without addresses for new servers. */
    public Landscape(SortedMap<String, OuterSystem> systems, List<HostAccess> hosts, DatabaseAccess databases) {
        this(systems, hosts, databases, new TreeMap<>());
    }

    public Landscape {
        networks = Collections.unmodifiableSortedMap(new TreeMap<>(networks));
        systems = Collections.unmodifiableSortedMap(new TreeMap<>(systems));
        hosts = List.copyOf(hosts);
    }

    /** The system of this name. */
    public Optional<OuterSystem> findSystem(String name) {
        return Optional.ofNullable(systems.get(name));
    }

    /** Portset in which hosts of an array are made, by the array's name; of those alone for which one is named. */
    public SortedMap<String, String> portsets() {
        SortedMap<String, String> portsets = new TreeMap<>();
        systems.forEach((name, system) -> {
            if (system.arrayRules().portset() != null) {
                portsets.put(name, system.arrayRules().portset());
            }
        });
        return portsets;
    }

    /**
     * Template of the name of a server's volume group, by the name of an array that has such groups; empty where none is to be made.
     * Arrays of other families are not in it.
     */
    public SortedMap<String, String> volumeGroups() {
        SortedMap<String, String> groups = new TreeMap<>();
        systems.forEach((name, system) -> {
            if (system.kind().equals("spectrum-virtualize")) {
                String template = system.arrayRules().groupName();
                groups.put(name, template == null ? "" : template);
            }
        });
        return groups;
    }

    /** Kinds of servers that its systems can build: partitions by an HMC, guests of z/VM by a Feilong server. */
    public SortedSet<TargetKind> hypervisors() {
        SortedSet<TargetKind> kinds = new TreeSet<>();
        systems.values().forEach(system -> {
            switch (system.kind()) {
                case "hmc" -> kinds.add(TargetKind.DPM);
                case "feilong" -> kinds.add(TargetKind.ZVM);
                default -> {
                    // builds no servers
                }
            }
        });
        return kinds;
    }

    /** The first way in whose pattern the host matches. */
    public Optional<HostAccess> findHost(String host) {
        return hosts.stream().filter(access -> access.pattern().matches(host)).findFirst();
    }
}
