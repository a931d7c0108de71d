package io.gulliver.adapter.oracle;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a client of Oracle Net goes, and its connect descriptor. Nothing that a descriptor reads as its own syntax can stand
 * in its parts: they come from an inventory that people upload, so they are refused rather than quoted.
 *
 * @param endpoints where listeners are, in the order in which they are tried; at least one
 * @param service the service, or null when a SID is named
 * @param sid a SID, or null when a service is named
 * @param instance one instance of the service, as {@code GV$INSTANCE} names it, or null for any
 * @param restricted whether the listener shall let it through to a restricted instance: {@code (UR=A)}
 */
public record ConnectDescriptor(
        List<Endpoint> endpoints,
        @Nullable String service,
        @Nullable String sid,
        @Nullable String instance,
        boolean restricted) {

    /**
     * A listener's place.
     *
     * @param host a name or an address; of version 6 in brackets
     */
    public record Endpoint(String host, int port) {

        private String address() {
            return "(ADDRESS=(PROTOCOL=TCP)(HOST=" + host.replaceAll("[\\[\\]]", "") + ")(PORT=" + port + "))";
        }
    }

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:]+]");
    private static final Pattern SERVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.$#-]*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_$#]{0,29}");

    public ConnectDescriptor {
        endpoints = List.copyOf(endpoints);
        String named = service == null ? sid : service;
        if (endpoints.isEmpty() || named == null || service != null && sid != null) {
            throw new IllegalArgumentException("an address has a host, and either a service or a SID; given were "
                    + endpoints + ", service " + service + ", SID " + sid + ".");
        }
        for (Endpoint one : endpoints) {
            if (!HOST.matcher(one.host).matches()
                    || !SERVICE.matcher(named).matches()
                    || one.port < 1
                    || one.port > 65535) {
                throw new IllegalArgumentException("host \"" + one.host + "\", port " + one.port + " and service \""
                        + named + "\" do not make an address; correct them in the inventory.");
            }
        }
        for (String name : new String[] {sid, instance}) {
            if (name != null && !NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "\"" + name + "\" is no name of an instance; correct it in the landscape.");
            }
        }
    }

    /** The same at other places. */
    ConnectDescriptor at(List<Endpoint> others) {
        return new ConnectDescriptor(others, service, sid, instance, restricted);
    }

    /** Whether easy connect has words for all of it. */
    boolean easy() {
        return service != null && !restricted && endpoints.size() == 1;
    }

    /** What easy connect says of it, {@code //host:port/service} or {@code //host:port/service/instance}. */
    String easyConnect() {
        Endpoint only = endpoints.get(0);
        return "//" + only.host + ":" + only.port + "/" + service + (instance == null ? "" : "/" + instance);
    }

    /**
     * The descriptor in one line. Each address has half of the time to answer, so that one that is silent leaves time for the
     * next.
     *
     * @param limit for reaching a listener and logging on, at least a second
     */
    public String text(Duration limit) {
        long seconds = limit.toSeconds();
        String addresses = endpoints.stream().map(Endpoint::address).collect(Collectors.joining());
        return "(DESCRIPTION=(CONNECT_TIMEOUT=" + seconds + ")(TRANSPORT_CONNECT_TIMEOUT=" + (seconds + 1) / 2 + ")"
                + (endpoints.size() == 1 ? addresses : "(FAILOVER=ON)(ADDRESS_LIST=" + addresses + ")")
                + "(CONNECT_DATA=" + connectData() + "))";
    }

    /** The descriptor without time-outs, which clients of 10.2 do not all know. */
    public String plain() {
        return "(DESCRIPTION="
                + (endpoints.size() == 1
                        ? endpoints.get(0).address()
                        : "(ADDRESS_LIST="
                                + endpoints.stream().map(Endpoint::address).collect(Collectors.joining()) + ")")
                + "(CONNECT_DATA=" + connectData() + "))";
    }

    private String connectData() {
        return (service == null ? "(SID=" + sid + ")" : "(SERVICE_NAME=" + service + ")")
                + (instance == null ? "" : "(INSTANCE_NAME=" + instance + ")")
                + (restricted ? "(UR=A)" : "");
    }
}
