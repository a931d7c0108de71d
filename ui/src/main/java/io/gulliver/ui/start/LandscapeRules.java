package io.gulliver.ui.start;

import io.gulliver.assessment.network.AddressPools;
import io.gulliver.domain.landscape.AdapterPort;
import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.EckdRange;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.trust.Authorities;
import io.gulliver.ui.start.GulliverSettings.Grant;
import io.gulliver.ui.start.GulliverSettings.HostSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What must hold in a landscape, so that a step does not find it out at three in the morning. */
final class LandscapeRules {
    static final String INSTALLATION = "installation-server";
    /** By which a console loads: the boot devices of a partition. */
    private static final Set<String> LOADED_BY = Set.of("ftp", "ftps", "sftp");

    private static final Set<String> LOGGED_ON = Set.of("hmc", "spectrum-virtualize", "ds8000", INSTALLATION);
    private static final Set<String> ARRAYS = Set.of("spectrum-virtualize", "ds8000");
    private static final Set<String> KNOWN =
            Set.of("hmc", "spectrum-virtualize", "feilong", "ds8000", "goldengate", INSTALLATION);
    private static final String FINGERPRINT = "SHA256:[A-Za-z0-9+/]{43}";
    private static final Pattern ADDRESS =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]*|\\[[0-9A-Fa-f:]+])(:[1-9][0-9]{0,4})?");
    private static final Pattern SID = Pattern.compile("[A-Za-z][A-Za-z0-9_$#]{0,29}");

    private LandscapeRules() {}

    static List<String> problems(GulliverSettings settings) {
        List<String> problems = new ArrayList<>();
        systems(settings, problems);
        eckdOnce(settings, problems);
        hosts(settings, problems);
        new TreeMap<>(settings.landscape().databases().credentials()).forEach((name, credential) -> {
            if (credential.secret() != null) {
                granted(
                        settings,
                        "gulliver.landscape.databases.credentials." + name + ".secret",
                        credential.secret(),
                        "oracle",
                        null,
                        problems);
            }
        });
        String template = settings.landscape().databases().urlTemplate();
        if (template != null
                && !((template.contains("{descriptor}") || template.contains("{service}"))
                        && template.startsWith("jdbc:"))) {
            problems.add("gulliver.landscape.databases.url-template must begin with jdbc: and hold {descriptor}, as in "
                    + DatabaseAccess.ORACLE + ", or {host}, {port} and {service}.");
        }
        listeners(settings, problems);
        networks(settings, problems);
        return problems;
    }

    private static void listeners(GulliverSettings settings, List<String> problems) {
        Set<String> known = new TreeSet<>();
        for (GulliverSettings.ListenerSettings one :
                settings.landscape().databases().listeners()) {
            String host = one.host() == null ? "" : one.host().toLowerCase(Locale.ROOT);
            String at = "gulliver.landscape.databases.listeners of host '" + host + "'";
            if (!known.add(host)) {
                problems.add(at + " stand twice; give all addresses and SIDs of a host in one entry.");
            }
            for (String address : one.addresses()) {
                if (!ADDRESS.matcher(address).matches()) {
                    problems.add(at + ": '" + address + "' is neither host nor host:port.");
                }
            }
            one.sids().forEach((service, sid) -> {
                if (!SID.matcher(sid).matches()) {
                    problems.add(at + ": '" + sid + "' for service " + service + " is no SID.");
                }
            });
        }
    }

    private static void networks(GulliverSettings settings, List<String> problems) {
        new TreeMap<>(settings.landscape().networks()).forEach((name, network) -> {
            if (network.subnet() == null
                    || network.first() == null
                    || network.last() == null
                    || network.gateway() == null
                    || network.domain() == null) {
                return; // said as problems of those settings
            }
            AddressPools.problems(network.pool(name))
                    .forEach(problem -> problems.add("gulliver.landscape.networks." + name + ": " + problem + "."));
        });
    }

    private static void systems(GulliverSettings settings, List<String> problems) {
        new TreeMap<>(settings.landscape().systems()).forEach((name, system) -> {
            String at = "gulliver.landscape.systems." + name;
            String kind = system.kind();
            URI url = system.url();
            if (kind == null || url == null) {
                return; // said as problems of those settings
            }
            if (!KNOWN.contains(kind)) {
                problems.add(at + ".kind is '" + kind + "'; known are "
                        + KNOWN.stream().sorted().toList() + ".");
            }
            if (url.getHost() == null) {
                problems.add(at + ".url names no host; wanted https://host:port.");
            }
            if (LOGGED_ON.contains(kind) && system.user() == null) {
                problems.add(at + ".user is missing: whom to log on as.");
            }
            String secret = system.secret();
            if (LOGGED_ON.contains(kind) && secret == null) {
                problems.add(at + ".secret is missing: the reference of the password (env:NAME or file:/path).");
            }
            if (secret != null) {
                granted(settings, at + ".secret", secret, kind, url.getHost(), problems);
                URI second = system.secondUrl();
                if (second != null
                        && second.getHost() != null
                        && !second.getHost().equals(url.getHost())) {
                    granted(settings, at + ".secret", secret, kind, second.getHost(), problems);
                }
            }
            ports(at, system, problems);
            eckd(at, system, settings, problems);
            arrayRules(at, system, problems);
            installation(settings, at, system, problems);
            String ca = system.ca();
            if (ca != null && ca.startsWith("file:") && settings.has(ProcessRole.WORKERS)) {
                Authorities.problem(Path.of(ca.substring("file:".length())))
                        .ifPresent(why -> problems.add(at + ".ca: " + why));
            }
        });
    }

    private static void installation(
            GulliverSettings settings, String at, GulliverSettings.OuterSystemSettings system, List<String> problems) {
        GulliverSettings.InstallationSettings server = system.installation();
        boolean wanted = INSTALLATION.equals(system.kind());
        if (!wanted) {
            if (server != null) {
                problems.add(at + ".installation belongs to a system of kind " + INSTALLATION + ".");
            }
            return;
        }
        URI url = system.url();
        if (url != null && !LOADED_BY.contains(String.valueOf(url.getScheme()))) {
            problems.add(at + ".url is '" + url
                    + "'; a console loads over sftp, ftps or ftp, as in sftp://install.example.");
        }
        if (url != null && url.getPort() != -1) {
            problems.add(at + ".url names a port, and a console has no place for one: it takes the protocol's own.");
        }
        if (server == null || server.releases().isEmpty()) {
            problems.add(at + ".installation.releases is missing: which trees it holds.");
            return;
        }
        String host = server.host();
        if (host != null
                && settings.landscape().hosts().stream()
                        .noneMatch(one -> one.pattern() != null && new HostPattern(one.pattern()).matches(host))) {
            problems.add(at + ".installation.host '" + host
                    + "' matches no entry of gulliver.landscape.hosts: add its login and host key.");
        }
        Set<String> versions = new HashSet<>();
        for (GulliverSettings.ReleaseSettings release : server.releases()) {
            URI tree = release.tree();
            if (release.version() != null && !versions.add(release.version())) {
                problems.add(at + ".installation.releases: '" + release.version() + "' stands twice.");
            }
            if (tree != null
                    && (tree.getHost() == null
                            || !String.valueOf(tree.getScheme()).matches("https?"))) {
                problems.add(at + ".installation.releases: the tree of '" + release.version() + "' is '" + tree
                        + "'; wanted http://host/path or https://host/path.");
            }
        }
    }

    private static void arrayRules(String at, GulliverSettings.OuterSystemSettings system, List<String> problems) {
        boolean array = ARRAYS.contains(system.kind());
        boolean ds8000 = "ds8000".equals(system.kind());
        URI second = system.secondUrl();
        if (!ds8000 && (second != null || !system.lss().isEmpty())) {
            problems.add(at + ".second-url and lss belong to a system of kind ds8000.");
        }
        if (second != null && second.getHost() == null) {
            problems.add(at + ".second-url names no host; wanted https://host:port.");
        }
        if (second != null && second.equals(system.url())) {
            problems.add(at + ".second-url is the same as url; wanted is the other HMC.");
        }
        system.lss().stream()
                .filter(lss -> !lss.matches("[0-9A-Fa-f]{2}"))
                .forEach(lss -> problems.add(at + ".lss has '" + lss + "'; wanted two hex digits."));
        template(at + ".volume-name", system.volumeName(), array, true, problems);
        template(at + ".host-name", system.hostName(), array, false, problems);
        template(at + ".volume-group-name", system.volumeGroupName(), array, false, problems);
        if (system.volumeGroupName() != null && "ds8000".equals(system.kind())) {
            problems.add(
                    at
                            + ".volume-group-name belongs to a system of kind spectrum-virtualize; a DS8000 has no such groups.");
        }
        String portset = system.portset();
        if (portset != null && !"spectrum-virtualize".equals(system.kind())) {
            problems.add(at + ".portset belongs to a system of kind spectrum-virtualize.");
        } else if (portset != null && !portset.matches("[A-Za-z_][A-Za-z0-9_.-]{0,63}")) {
            problems.add(at + ".portset '" + portset + "' is no name of a portset; wanted up to 64 letters, digits,"
                    + " '_', '.' and '-', the first of them a letter or '_'.");
        }
    }

    private static void template(
            String at, @Nullable String template, boolean array, boolean ofVolumes, List<String> problems) {
        if (template == null) {
            return;
        }
        String problem = ArrayRules.templateProblem(template, ofVolumes);
        if (!array) {
            problems.add(at + " belongs to a system of kind spectrum-virtualize or ds8000.");
        } else if (problem != null) {
            problems.add(at + " '" + template + "' " + problem + ".");
        }
    }

    private static void ports(String at, GulliverSettings.OuterSystemSettings system, List<String> problems) {
        if (!system.adapterPorts().isEmpty() && !"hmc".equals(system.kind())) {
            problems.add(at + ".adapter-ports belong to a system of kind hmc.");
        }
        if (!system.arrayPorts().isEmpty() && !ARRAYS.contains(system.kind())) {
            problems.add(at + ".array-ports belong to a system of kind spectrum-virtualize or ds8000.");
        }
        Set<String> known = new TreeSet<>();
        SortedMap<String, Set<String>> fabrics = new TreeMap<>();
        for (GulliverSettings.AdapterPortSettings port : system.adapterPorts()) {
            if (port.machine() == null || port.adapter() == null || port.fabric() == null || port.use() == null) {
                continue; // said as problems of those settings
            }
            String where = "port " + port.port() + " of adapter " + port.adapter() + " of machine " + port.machine();
            if (!known.add(where)) {
                problems.add(at + ".adapter-ports: " + where + " stands twice, and leads to one fabric.");
            }
            if (port.use() == AdapterPort.Use.DATABASE) {
                fabrics.computeIfAbsent(port.machine(), machine -> new TreeSet<>())
                        .add(port.fabric());
            }
        }
        fabrics.forEach((machine, of) -> {
            if (of.size() < 2) {
                problems.add(
                        at + ".adapter-ports: the ports of machine " + machine + " for databases are all on fabric "
                                + String.join("", of) + "; wanted are two fabrics at least, so that one may fail.");
            }
        });
        Set<String> of = new TreeSet<>();
        for (GulliverSettings.ArrayPortSettings port : system.arrayPorts()) {
            if (port.wwpn() == null || port.fabric() == null) {
                continue;
            }
            of.add(port.fabric());
            if (!known.add(port.wwpn().replace(":", "").toLowerCase(Locale.ROOT))) {
                problems.add(at + ".array-ports: " + port.wwpn() + " stands twice, and is on one fabric.");
            }
        }
        if (of.size() == 1) {
            problems.add(at + ".array-ports are all on fabric " + String.join("", of)
                    + "; wanted are two fabrics at least, so that one may fail.");
        }
        channels(at, system, problems);
    }

    private static void channels(String at, GulliverSettings.OuterSystemSettings system, List<String> problems) {
        if (!system.fcpChannels().isEmpty() && !"feilong".equals(system.kind())) {
            problems.add(at + ".fcp-channels belong to a system of kind feilong.");
        }
        Set<String> known = new TreeSet<>();
        Set<String> fabrics = new TreeSet<>();
        for (GulliverSettings.FcpChannelSettings channel : system.fcpChannels()) {
            if (channel.pchid() == null || channel.wwpn() == null || channel.fabric() == null) {
                continue; // said as problems of those settings
            }
            fabrics.add(channel.fabric());
            for (String name : List.of(
                    channel.pchid().toLowerCase(Locale.ROOT),
                    channel.wwpn().replace(":", "").toLowerCase(Locale.ROOT))) {
                if (!known.add(name)) {
                    problems.add(at + ".fcp-channels: " + name + " stands twice, and leads to one fabric.");
                }
            }
            if (channel.others() > channel.most()) {
                problems.add(at + ".fcp-channels: others is " + channel.others() + " for channel " + channel.pchid()
                        + ", more than its most, " + channel.most() + ".");
            }
        }
        if (fabrics.size() == 1) {
            problems.add(at + ".fcp-channels are all on fabric " + String.join("", fabrics)
                    + "; wanted are two fabrics at least, so that one may fail.");
        }
    }

    private static void eckd(
            String at, GulliverSettings.OuterSystemSettings system, GulliverSettings settings, List<String> problems) {
        if (!system.eckdDevices().isEmpty() && !List.of("feilong", "hmc").contains(system.kind())) {
            problems.add(at + ".eckd-devices belong to a system of kind feilong or hmc.");
        }
        Set<String> known = new TreeSet<>();
        for (GulliverSettings.EckdRangeSettings said : system.eckdDevices()) {
            if (!said.readable()) {
                continue; // said as problems of those settings
            }
            EckdRange range = said.range();
            String where = at + ".eckd-devices: " + range.first() + " to " + range.last();
            if (range.first().compareTo(range.last()) > 0) {
                problems.add(where + " begins behind its end.");
                continue;
            }
            if (range.devices().stream().anyMatch(device -> device.volume().length() != 4)) {
                problems.add(where + " goes beyond unit address FF of control unit " + range.lcu() + ".");
            }
            for (EckdRange.Device device : range.devices()) {
                if (!known.add(device.number())) {
                    problems.add(where + ": device " + device.number() + " stands twice.");
                }
            }
            GulliverSettings.OuterSystemSettings array =
                    settings.landscape().systems().get(range.array());
            if (range.made() && (array == null || !"ds8000".equals(array.kind()))) {
                problems.add(where + " are to be made, and array names no DS8000 of the landscape.");
            }
        }
    }

    /**
     * A volume of an array is one volume, whichever systems know it and under which numbers: what each of them gives to its servers
     * must not be given twice. One sentence for each pair of ranges.
     */
    private static void eckdOnce(GulliverSettings settings, List<String> problems) {
        Map<String, String> owners = new TreeMap<>();
        Set<String> said = new TreeSet<>();
        new TreeMap<>(settings.landscape().systems()).forEach((name, system) -> {
            for (GulliverSettings.EckdRangeSettings one : system.eckdDevices()) {
                if (!one.readable() || one.range().array().isEmpty()) {
                    continue; // said as problems of those settings, or nobody knows where they lie
                }
                EckdRange range = one.range();
                String where = "gulliver.landscape.systems." + name + ".eckd-devices: " + range.first() + " to "
                        + range.last();
                for (EckdRange.Device device : range.devices()) {
                    String other = owners.putIfAbsent(range.array() + " " + device.volume(), where);
                    if (other != null && said.add(where + other)) {
                        problems.add(where + " has volume " + device.volume() + " of " + range.array() + ", and so has "
                                + other + ": two servers would be given one volume. Take it out of one of them.");
                    }
                }
            }
        });
    }

    private static void hosts(GulliverSettings settings, List<String> problems) {
        Set<String> patterns = new HashSet<>();
        for (int i = 0; i < settings.landscape().hosts().size(); i++) {
            HostSettings host = settings.landscape().hosts().get(i);
            String at = "gulliver.landscape.hosts[" + i + "]";
            String pattern = host.pattern();
            if (pattern == null) {
                continue; // said as a problem of that setting
            }
            if (!patterns.add(pattern)) {
                problems.add(at + ".pattern '" + pattern
                        + "' stands there twice, and only the first counts. Remove one of them.");
            }
            String key = host.secret() != null ? host.secret() : host.passwordSecret();
            if (key == null) {
                problems.add(at + ".secret is missing for '" + pattern
                        + "': the reference of a private key, or password-secret where no key is allowed.");
            } else {
                granted(settings, at + ".secret", key, "ssh", pattern.contains("*") ? null : pattern, problems);
            }
            logins(settings, at, host, problems);
            if (host.hostKeys() == null || host.hostKeys().isEmpty()) {
                problems.add(at + ".host-keys is missing for '" + pattern
                        + "': without a pinned host key every log-in is refused. On the host's console:"
                        + " ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub; or " + HostAccess.FROM_CONSOLE
                        + " for servers that Gulliver builds");
                continue;
            }
            for (String hostKey : host.hostKeys()) {
                if (!hostKey.equals(HostAccess.FROM_CONSOLE) && !hostKey(hostKey.strip())) {
                    problems.add(at + ".host-keys of '" + pattern + "': '" + hostKey
                            + "' is no host key; wanted SHA256: and 43 characters (ssh-keygen -l prints it), or a public"
                            + " key line such as ssh-ed25519 AAAA….");
                }
            }
        }
    }

    /** Never one for all: what a run does as the owner of the software cannot become root by mistake. */
    private static void logins(GulliverSettings settings, String at, HostSettings host, List<String> problems) {
        String user = host.privilegedUser();
        String secret = host.privilegedSecret();
        String pattern = host.pattern();
        if (host.oneLogin()) {
            if (user != null || secret != null) {
                problems.add(at + ".one-login of '" + pattern
                        + "' says that one login is both, beside a privileged one. Remove either.");
            }
            return;
        }
        if ((user == null) != (secret == null)) {
            problems.add(at + " of '" + pattern + "' has " + (user == null ? "privileged-secret" : "privileged-user")
                    + " without " + (user == null ? "privileged-user" : "privileged-secret") + ".");
            return;
        }
        if (user == null || secret == null) {
            return;
        }
        if (user.equals(host.user()) || secret.equals(host.secret())) {
            problems.add(at + " of '" + pattern + "': the owner of the software and the privileged login have one "
                    + (user.equals(host.user()) ? "user (" + user + ")" : "key (" + secret + ")")
                    + ". Name two with a key each; where one is meant to be both, as on a host of tests, say one-login:"
                    + " true in place of it.");
        }
        granted(settings, at + ".privileged-secret", secret, "ssh", pattern.contains("*") ? null : pattern, problems);
    }

    private static boolean hostKey(String text) {
        if (text.matches(FINGERPRINT)) {
            return true;
        }
        String[] words = text.split("\\s+");
        if (words.length < 2 || !words[0].matches("ssh-[a-z0-9]+|ecdsa-sha2-nistp[0-9]+")) {
            return false;
        }
        try {
            return Base64.getDecoder().decode(words[1]).length > 30;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** A pattern of hosts needs some grant of the kind; a single host needs one that fits it. */
    private static void granted(
            GulliverSettings settings,
            String at,
            String secret,
            String kind,
            @Nullable String host,
            List<String> problems) {
        if (!secret.matches("(?i)(env|file|vault):.+")) {
            return; // said as a problem of that setting
        }
        for (Grant grant : settings.secrets().grants()) {
            if (secret.equals(grant.secret())
                    && kind.equals(grant.kind())
                    && grant.hosts() != null
                    && (host == null || new HostPattern(grant.hosts()).matches(host))) {
                return;
            }
        }
        problems.add(at + " (" + secret + ") is not granted for " + kind + (host == null ? "" : " at " + host)
                + ". Add to gulliver.secrets.grants: {secret: \"" + secret + "\", kind: " + kind + ", hosts: \""
                + (host == null ? "*" : host) + "\"}, if that is meant.");
    }
}
