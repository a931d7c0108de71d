package io.gulliver.activity.build;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.domain.landscape.InstallationServer;
import java.util.List;
import java.util.SortedMap;

/**
 * What an installation is told, by whichever document its installer reads. Holds no secret: logins have public keys alone.
 *
 * @param owner run and step, as comments say them
 * @param token by which messages on the console are known to be of this installation and of no other
 * @param release that is installed
 * @param wwid of the one volume that may be written to, as multipath names it
 * @param name of the server with its domain
 * @param address IPv4
 * @param prefix length of its network
 * @param gateway IPv4
 * @param device number of the network card, four hex digits in lower case
 * @param nameServers IPv4 addresses
 * @param timeServers names or addresses
 * @param timeZone as in the time zone database
 * @param selinux enforcing, permissive or disabled; for kickstart alone
 * @param listenerPort that the firewall lets through beside SSH
 * @param packages that Oracle wants
 * @param groups of the owner of Oracle's software, id by name
 * @param software the login of Oracle's software
 * @param administrator the login that may become root
 */
record InstallFacts(
        String owner,
        String token,
        InstallationServer.Release release,
        String wwid,
        String name,
        String address,
        int prefix,
        String gateway,
        String device,
        List<String> nameServers,
        List<String> timeServers,
        String timeZone,
        String selinux,
        int listenerPort,
        List<String> packages,
        SortedMap<String, Integer> groups,
        Software software,
        Login administrator) {
    private static final String IPV4 = "[0-9]{1,3}(\\.[0-9]{1,3}){3}";
    private static final String LOGIN = "[a-z_][a-z0-9_-]{0,31}";
    private static final String KEY = "[a-z0-9@.-]+ [A-Za-z0-9+/=]+";
    /** Of the one-by-one characters that a value may have in both documents and on a kernel's line; nothing of them needs quotes. */
    private static final String PLAIN = "[A-Za-z0-9._:-]+";

    /**
     * A login.
     *
     * @param key its public key, type and Base64
     */
    record Login(String user, String key) {}

    /**
     * The login of Oracle's software.
     *
     * @param id of the user
     * @param group its first group, one of the groups
     */
    record Software(Login login, int id, String group) {}

    InstallFacts {
        nameServers = List.copyOf(nameServers);
        timeServers = List.copyOf(timeServers);
        packages = List.copyOf(packages);
        require("WWID of the boot volume", wwid, "[0-9a-f]{17,33}|[0-9a-f-]{1,64}");
        require("name of the server", name, "[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+");
        require("address", address, IPV4);
        require("gateway", gateway, IPV4);
        require("length of the network's prefix", String.valueOf(prefix), "[1-9]|[12][0-9]|3[0-2]");
        require("device number of the network card", device, "[0-9a-f]{4}");
        nameServers.forEach(server -> require("address of a name server", server, IPV4));
        timeServers.forEach(server -> require("name of a time server", server, PLAIN));
        require("time zone", timeZone, "[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*");
        require("setting of SELinux", selinux, "enforcing|permissive|disabled");
        packages.forEach(one -> require("name of a package", one, "[A-Za-z0-9][A-Za-z0-9+._-]*"));
        groups.keySet().forEach(group -> require("name of a group", group, LOGIN));
        require("first group of " + software.login().user(), software.group(), String.join("|", groups.keySet()));
        for (Login login : List.of(software.login(), administrator)) {
            require("name of a login", login.user(), LOGIN);
            require("public key of " + login.user(), login.key(), KEY);
        }
    }

    private static void require(String what, String value, String pattern) {
        if (!value.matches(pattern)) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "The " + what + " is \"" + value + "\", which an installation cannot be told"
                            + (pattern.equals(IPV4) ? ": it is set up over IPv4" : "") + ".",
                    "Correct it in the program's facts of the server, in the policy or in the landscape, then retry.");
        }
    }

    /** The interface of the card: qeth devices are {@code enc} and their number without leading zeros (Red Hat, Customizing boot parameters). */
    String networkInterface() {
        return "enc" + Integer.toHexString(Integer.parseInt(device, 16));
    }

    /** {@code 255.255.255.0}. */
    String netmask() {
        long mask = 0xffffffffL << (32 - prefix) & 0xffffffffL;
        return (mask >> 24) + "." + (mask >> 16 & 0xff) + "." + (mask >> 8 & 0xff) + "." + (mask & 0xff);
    }

    /** By which udev names a multipath device, below {@code /dev}. */
    String disk() {
        return "disk/by-id/dm-uuid-mpath-" + wwid;
    }

    /** The groups of the owner beside the first. */
    List<String> otherGroups() {
        return groups.keySet().stream()
                .filter(group -> !group.equals(software.group()))
                .toList();
    }

    /** The first part of the name. */
    String shortName() {
        return name.substring(0, name.indexOf('.'));
    }

    /** What follows it. */
    String domain() {
        return name.substring(name.indexOf('.') + 1);
    }
}
