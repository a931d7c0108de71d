package io.gulliver.lab.main;

import io.gulliver.lab.LabPace;
import io.gulliver.lab.OracleDriverJar;
import io.gulliver.lab.WholeFile;
import io.gulliver.lab.ds8000.LabDs8000;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.EstateOracle;
import io.gulliver.lab.estate.EstateServer;
import io.gulliver.lab.hmc.LabHmc;
import io.gulliver.lab.install.LabTrees;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.ssh.LabLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What the product is told of the lab, in the lab's data directory.
 *
 * <ul>
 *   <li>{@code inventory.csv}: the fifty databases in the columns of the product's inventory
 *   <li>{@code program.yml}: key, title, zone and policy of a program; rates are the lab's own, windows are minutes
 *   <li>{@code servers.yml}: by server the facts that building it needs beside its sizing, under the names that playbooks use
 *   <li>{@code sources.yml}: by database what people know of its host: Oracle home and staging directory
 *   <li>{@code cluster.json}, {@code cluster-parameters.yml}: how the lab's cluster is registered, and the parameters of what
 *       lands there
 *   <li>{@code landscape.yml}: settings of the product; written last, so whoever sees it finds the others
 * </ul>
 */
final class LabFiles {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String NETWORK = "blefuscu";
    /** The array whose servers have a volume group and a snapshot as they were built; those of the other one have none. */
    private static final String GROUPED = Estate.ARRAYS.get(1);

    private static final String GROUP_NAME = "{server}_db";
    /** What plans expect of a data centre beside export and import; the lab's pace comes on top. */
    private static final SortedMap<String, Double> REAL_RATES = new TreeMap<>(Map.of(
            "index", 150.0,
            "link", 300.0,
            "read", 1000.0,
            "convert", 800.0,
            "apply", 800.0,
            "metadata", 40.0,
            "network", LabLine.RATE / 1e6));

    private static final SortedMap<String, Double> PEOPLE_SECONDS = new TreeMap<>(Map.of(
            "discovery-seconds", 20.0,
            "sizing-seconds", 5.0,
            "build-seconds", 60.0,
            "replication-seconds", 10.0,
            "validation-stage-seconds", 20.0,
            "quiesce-seconds", 5.0,
            "validation-seconds", 10.0,
            "switch-seconds", 10.0));

    private final Lab lab;
    private final Estate estate;
    private final Path directory;
    private final YAMLMapper yaml = new YAMLMapper();

    LabFiles(Lab lab) {
        this.lab = lab;
        this.estate = lab.estate();
        this.directory = lab.context().dataDirectory();
    }

    void write() throws IOException {
        OracleDriverJar.write(directory.resolve("oracle-driver.jar"));
        put("inventory.csv", inventory(estate.databases()));
        put("inventory-legacy.csv", inventory(lookedAt()));
        put("program-legacy.yml", yaml.writeValueAsString(legacy()));
        put("program.yml", yaml.writeValueAsString(program()));
        put("servers.yml", yaml.writeValueAsString(servers()));
        put("sources.yml", yaml.writeValueAsString(sources()));
        if (lab.cluster().isPresent()) {
            ClusterSide cluster = lab.cluster().get();
            put("cluster.json", JsonMapper.shared().writeValueAsString(cluster.registration()));
            put("cluster-parameters.yml", yaml.writeValueAsString(cluster.parameters()));
        }
        put("landscape.yml", yaml.writeValueAsString(Map.of("gulliver", landscape())));
    }

    /** The databases that no driver reaches, and those that share a host with one. */
    private List<EstateDatabase> lookedAt() {
        List<EstateDatabase> all = new ArrayList<>(estate.legacy());
        estate.databases().stream()
                .filter(database -> estate.legacy().stream()
                        .anyMatch(legacy -> legacy.sourceHost().equals(database.sourceHost())))
                .forEach(all::add);
        return all;
    }

    /** Nothing is moved in this program, so it judges at the rates and windows of a data centre. */
    private Map<String, Object> legacy() {
        Map<String, Object> program = new LinkedHashMap<>();
        program.put("key", "legacy");
        program.put("title", "Lilliput's oldest house");
        program.put("zone", "Europe/Zurich");
        program.put(
                "policy",
                lab.context().time().isKept()
                        ? Map.of()
                        : Map.of(
                                "labSpeed",
                                lab.context().pace().toString(),
                                "methods",
                                Map.of("windowTag", "data_centre_window_minutes")));
        return program;
    }

    private void put(String name, String text) throws IOException {
        WholeFile.write(directory.resolve(name), text);
    }

    private Map<String, Object> landscape() {
        Map<String, Object> systems = new LinkedHashMap<>();
        Map<String, Object> console = system("hmc", Lab.HMC, lab.hmc().uri().toString());
        console.put(
                "adapter-ports",
                lab.hmc().fcpPorts().stream().map(LabFiles::adapterPort).toList());
        console.put("eckd-devices", GuestSide.eckdDevices(Lab.FICON_UNITS, Lab.DS8000));
        systems.put(Lab.HMC, console);
        lab.storages().forEach((name, array) -> {
            Map<String, Object> entry = system(array.kind(), name, array.uri().toString());
            if (name.equals(GROUPED)) {
                entry.put("volume-group-name", GROUP_NAME);
            }
            if (array instanceof LabDs8000 unit) {
                entry.put("second-url", unit.secondUri().toString());
            }
            entry.put(
                    "array-ports",
                    array.targetFabrics().entrySet().stream()
                            .map(port -> new TreeMap<>(Map.of("wwpn", port.getKey(), "fabric", port.getValue())))
                            .toList());
            systems.put(name, entry);
        });
        lab.guests().forEach((name, side) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("kind", "feilong");
            entry.put("url", side.feilong().uri().toString());
            entry.put("secret", lab.secrets().reference(name));
            entry.put("lab", true);
            entry.put("fcp-channels", side.channels());
            entry.put("eckd-devices", GuestSide.eckdDevices(GuestSide.CONTROL_UNITS, Lab.DS8000));
            systems.put(name, entry);
        });
        systems.put(Lab.INSTALLATION, installation());
        List<Object> hosts = new ArrayList<>();
        lab.hosts().all().forEach(host -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("pattern", host.name());
            entry.put("address", LOOPBACK);
            entry.put("port", host.port());
            entry.put("user", host.user());
            entry.put("secret", lab.secrets().reference(Lab.LOGIN_KEY));
            if (host.administrator() != null) {
                entry.put("privileged-user", host.administrator());
                entry.put("privileged-secret", lab.secrets().reference(Lab.ADMINISTRATOR_KEY));
            }
            // A cloned server makes its key at its first start, and the console shows it.
            entry.put("host-keys", List.of(isCloned(host.name()) ? "from-console" : host.hostKeyFingerprint()));
            entry.put("lab", true);
            hosts.add(entry);
        });
        Map<String, Object> databases = new LinkedHashMap<>();
        // Every host of the lab is this machine; the port alone tells their listeners apart.
        databases.put("url-template", "jdbc:gulliver-lab:@//" + LOOPBACK + ":{port}/{service}");
        databases.put("driver-jar", directory.resolve("oracle-driver.jar").toString());
        databases.put("driver-class", "io.gulliver.lab.oracle.driver.LabDriver");
        // As an operator who knows that the driver of today works with 11.2.0.4 to 18 and is certified for none of
        // them.
        databases.put("accept-uncertified-drivers", true);
        databases.put(
                "credentials",
                Map.of(
                        "lab-admin", credential(EstateOracle.ADMIN, Lab.DATABASE_ADMIN),
                        "lab-reader", credential(EstateOracle.READER, Lab.DATABASE_READER),
                        "target", credential("SYSTEM", Lab.DATABASE_TARGET),
                        // The product makes this user on both sides, with this password.
                        "migration", credential("GULLIVER_MIGRATION", Lab.DATABASE_MIGRATION)));
        databases.put("lab", true);
        Map<String, Object> landscape = new LinkedHashMap<>();
        landscape.put("systems", systems);
        landscape.put("hosts", hosts);
        landscape.put("databases", databases);
        landscape.put("networks", Map.of(NETWORK, network()));
        Map<String, Object> gulliver = new LinkedHashMap<>();
        gulliver.put("lab", Map.of("directory", directory.toString()));
        gulliver.put("secrets", Map.of("grants", grants()));
        gulliver.put("landscape", landscape);
        return gulliver;
    }

    private Map<String, Object> installation() {
        Map<String, Object> server = new LinkedHashMap<>();
        server.put("kind", "installation-server");
        server.put("url", "sftp://" + lab.trees().address());
        server.put("user", lab.trees().host().user());
        server.put("secret", lab.secrets().reference(Lab.INSTALLATION));
        server.put("lab", true);
        server.put(
                "installation",
                Map.of(
                        "host",
                        lab.trees().host().name(),
                        "releases",
                        LabTrees.ALL.stream()
                                .map(tree -> new TreeMap<>(Map.of(
                                        "version",
                                        tree.version(),
                                        "installer",
                                        tree.redHat() ? "kickstart" : "autoyast",
                                        "directory",
                                        lab.trees().directory(tree).toString(),
                                        "ins-file",
                                        lab.trees().insFile(tree),
                                        "tree",
                                        lab.trees().uri(tree).toString())))
                                .toList()));
        return server;
    }

    private Map<String, Object> network() {
        Map<String, Object> network = new LinkedHashMap<>();
        network.put("subnet", "10.17.26.0/24");
        network.put("first", "10.17.26.11");
        network.put("last", "10.17.26.200");
        network.put("gateway", "10.17.26.1");
        network.put("vlan", 1726);
        network.put("domain", "blefuscu.example");
        network.put("name-servers", List.of(LOOPBACK + ":" + lab.names().port()));
        network.put("time-servers", List.of("10.17.26.1"));
        return network;
    }

    /** As a data centre divides them: the second ports of the later cards are kept for backups. */
    private static Map<String, Object> adapterPort(LabHmc.FcpPort port) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("machine", port.machine());
        row.put("adapter", port.adapter());
        row.put("port", port.port());
        row.put("fabric", port.fabric());
        row.put("use", port.port() == 1 && port.adapter().matches("FCP [23]") ? "backup" : "database");
        return row;
    }

    private Map<String, Object> system(String kind, String name, String url) {
        Map<String, Object> system = new LinkedHashMap<>();
        system.put("kind", kind);
        system.put("url", url);
        system.put("user", Lab.USER);
        system.put("secret", lab.secrets().reference(name));
        system.put("ca", "file:" + lab.context().certificates().caFile());
        system.put("lab", true);
        return system;
    }

    private Map<String, Object> credential(String user, String secret) {
        return Map.of("user", user, "secret", lab.secrets().reference(secret));
    }

    private List<Object> grants() {
        List<Object> grants = new ArrayList<>();
        grants.add(grant(Lab.HMC, "hmc", lab.hmc().uri().getHost()));
        lab.storages()
                .forEach((name, array) ->
                        grants.add(grant(name, array.kind(), array.uri().getHost())));
        lab.guests()
                .forEach((name, side) ->
                        grants.add(grant(name, "feilong", side.feilong().uri().getHost())));
        grants.add(grant(Lab.INSTALLATION, "installation-server", lab.trees().address()));
        grants.add(grant(Lab.LOGIN_KEY, "ssh", "*"));
        if (!estate.servers().isEmpty()) {
            grants.add(grant(Lab.ADMINISTRATOR_KEY, "ssh", "*"));
        }
        grants.add(grant(Lab.DATABASE_ADMIN, "oracle", "*"));
        grants.add(grant(Lab.DATABASE_READER, "oracle", "*"));
        grants.add(grant(Lab.DATABASE_MIGRATION, "oracle", "*"));
        grants.add(grant(Lab.DATABASE_TARGET, "oracle", "*"));
        return grants;
    }

    private Map<String, Object> grant(String secret, String kind, String hosts) {
        Map<String, Object> grant = new LinkedHashMap<>();
        grant.put("secret", lab.secrets().reference(secret));
        grant.put("kind", kind);
        grant.put("hosts", hosts);
        return grant;
    }

    private String inventory(List<EstateDatabase> databases) {
        boolean kept = lab.context().time().isKept();
        List<String> lines = new ArrayList<>();
        lines.add("database,application,environment,criticality,source_host,source_port,source_service,oracle_version,"
                + "size_gb,outage_window_minutes,owner,team,move_group,target_kind,target_server,target_database,"
                + "target_release,source_topology,dr,credential,notes,fallback_required,gg_licensed,"
                // By the lab's own time a window has its length in a data centre.
                + (kept ? "" : "data_centre_window_minutes,")
                + "source_sid,source_oracle_home");
        for (EstateDatabase database : databases) {
            lines.add(Stream.of(
                            database.database(),
                            database.application(),
                            database.environment(),
                            Integer.toString(database.criticality()),
                            database.sourceHost(),
                            Integer.toString(lab.oracle().port(database.sourceHost())),
                            database.service(),
                            database.version(),
                            Long.toString(database.sizeGb()),
                            Long.toString(minutes(database.windowMinutes())),
                            database.owner(),
                            database.team(),
                            database.moveGroup(),
                            database.servers().stream()
                                            .map(estate.servers()::get)
                                            .anyMatch(server -> server != null && server.guest())
                                    ? "zvm"
                                    : "dpm",
                            String.join(" ", database.servers()),
                            database.targetDatabase(),
                            database.targetRelease(),
                            database.rac() ? "rac" : database.container().isEmpty() ? "single" : "pdb",
                            database.standby() ? "standby" : "none",
                            "lab-admin",
                            database.notes(),
                            // What no query tells: the program's word, kept with the database.
                            yes(database.features().contains("fallback")),
                            yes(database.features().contains("goldengate")),
                            kept ? null : Integer.toString(database.windowMinutes()),
                            database.container().isEmpty() ? database.database() : database.container(),
                            lab.oracleHome(database.sourceHost(), database.version())
                                    .toString())
                    .filter(Objects::nonNull)
                    .map(LabFiles::cell)
                    .collect(Collectors.joining(",")));
        }
        return String.join("\r\n", lines) + "\r\n";
    }

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }

    private static String cell(String text) {
        return text.matches("(?s).*[\",\\r\\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    /** A window of the data centre at the lab's rates, never below a minute. */
    private long minutes(int real) {
        if (lab.context().time().isKept()) {
            return real;
        }
        return Math.max(1, (long) Math.ceil(lab.context()
                        .pace()
                        .duration(java.time.Duration.ofMinutes(real))
                        .toSeconds()
                / 60.0));
    }

    /** Where the lab's time is the program's calendar, its figures are those of a data centre. */
    private Map<String, Object> calendarPolicy() {
        Map<String, Object> rates = new LinkedHashMap<>();
        rates.put("export", LabOracle.exportRate() / 1e6);
        rates.put("import", LabOracle.importRate() / 1e6);
        rates.putAll(REAL_RATES);
        Map<String, Object> policy = new LinkedHashMap<>();
        policy.put("labSpeed", lab.context().pace().toString());
        policy.put("rates", rates);
        return policy;
    }

    private Map<String, Object> pacedPolicy() {
        Map<String, Object> rates = new LinkedHashMap<>();
        rates.put("export", megabytes(LabOracle.exportRate()));
        rates.put("import", megabytes(LabOracle.importRate()));
        REAL_RATES.forEach((name, rate) -> rates.put(
                name,
                lab.context().pace().isUnlimited()
                        ? 1e6
                        : rate * lab.context().pace().factor()));
        // What takes no rate: mostly people, who think for seconds at the usual speed.
        PEOPLE_SECONDS.forEach((name, seconds) -> rates.put(
                name,
                lab.context().pace().isUnlimited()
                        ? 1.0
                        : seconds * LabPace.USUAL / lab.context().pace().factor()));
        Map<String, Object> policy = new LinkedHashMap<>();
        policy.put("labSpeed", lab.context().pace().toString());
        policy.put("rates", rates);
        // The plan is of this lab's minutes; which way each would go is judged as in a data centre.
        policy.put("methods", Map.of("windowTag", "data_centre_window_minutes", "rates", Map.of()));
        policy.put("soakMinutes", 1);
        policy.put("leadMinutes", 0);
        return policy;
    }

    private Map<String, Object> program() {
        Map<String, Object> policy = lab.context().time().isKept() ? calendarPolicy() : pacedPolicy();
        // A window of five weeks would come before every sizing.
        policy.put("collection", Map.of("sizing_waits", false));
        // Each host has disks of its own here, and one machine takes them all.
        policy.put("limits", Map.of("export", 12, "import", 8, "link", 4));
        // Tables of terabytes have few rows here: all are compared by content.
        policy.put("parameters", Map.of("paths", 4, "provisioning", "thin", "largest_hashed_gb", 10_000));
        Map<String, Object> program = new LinkedHashMap<>();
        program.put("key", "lilliput");
        program.put("title", "Lilliput to Blefuscu");
        program.put("zone", "Europe/Zurich");
        program.put("policy", policy);
        return program;
    }

    /** At maximum speed nothing takes time, and no figure can say that: a terabyte a second is near enough to plan with. */
    private double megabytes(double realBytesPerSecond) {
        double rate = lab.context().pace().bytesPerSecond(realBytesPerSecond) / 1e6;
        return Double.isInfinite(rate) ? 1e6 : rate;
    }

    private Map<String, Object> servers() {
        Map<String, Object> servers = new LinkedHashMap<>();
        for (EstateServer server : estate.servers().values()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("server.name", server.name());
            if (server.guest()) {
                facts.put("server.zvm", server.zvm());
                facts.put("server.boot.pool", GuestSide.POOL);
                facts.put("server.fcp_template", GuestSide.TEMPLATE);
                facts.put("server.image.name", GuestSide.IMAGE);
                facts.put("server.image.url", GuestSide.IMAGE_URL);
                facts.put("server.image.md5", GuestSide.IMAGE_MD5);
                facts.put("server.image.os", GuestSide.IMAGE_OS);
            } else {
                facts.put("server.hmc", Lab.HMC);
                facts.put("server.cpc", server.cpc());
            }
            facts.put("server.array", server.array());
            facts.put("server.pool", "Pool0");
            facts.put("server.boot.gib", (double) server.bootGib());
            if (isCloned(server.name()) && !server.guest()) {
                facts.put("server.image.way", "clone");
                facts.put("server.image.golden", Lab.GOLDEN.name());
                facts.put(
                        "server.image.version",
                        Lab.GOLDEN.content().image() + ", "
                                + Lab.GOLDEN.content().version());
                facts.put("server.image.built", Lab.GOLDEN_BUILT);
            }
            facts.put("server.data.volumes", server.dataNames());
            facts.put("server.redo.volumes", server.redoNames());
            facts.put("server.network", server.guest() ? GuestSide.SWITCH : "OSD 0 switch");
            facts.put("server.address_pool", NETWORK);
            facts.put(
                    "server.production",
                    estate.databases().stream()
                            .anyMatch(database -> database.servers().contains(server.name())
                                    && database.environment().equals("production")));
            facts.put("server.staging", lab.staging(server.name()).toString());
            facts.put(
                    "server.sysctl",
                    lab.host(server.name()).root().resolve("etc/sysctl.d").toString());
            facts.put(
                    "server.etc", lab.host(server.name()).root().resolve("etc").toString());
            facts.put("server.data.mount", lab.mount(server.name(), "u02").toString());
            facts.put("server.redo.mount", lab.mount(server.name(), "u03").toString());
            facts.put(
                    "server.oracle.home",
                    lab.oracleHome(server.name(), Lab.ORACLE_RELEASE).toString());
            facts.put("server.oracle.release", Lab.ORACLE_RELEASE);
            facts.put("server.listener.port", lab.oracle().port(server.name()));
            servers.put(server.name(), facts);
        }
        return servers;
    }

    /** The first partition of all is brought by hand, so that both ways are walked; images of guests are all deployed. */
    private boolean isCloned(String host) {
        return estate.servers().containsKey(host)
                && !estate.servers().values().stream()
                        .filter(server -> !server.guest())
                        .map(EstateServer::name)
                        .findFirst()
                        .equals(Optional.of(host));
    }

    private Map<String, Object> sources() {
        Map<String, Object> sources = new LinkedHashMap<>();
        for (EstateDatabase database : estate.sources()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("source.host", database.sourceHost());
            facts.put(
                    "source.oracle.home",
                    lab.oracleHome(database.sourceHost(), database.version()).toString());
            facts.put("source.staging", lab.staging(database.sourceHost()).toString());
            facts.put("source.sid", database.database());
            facts.put("source.enterprise", database.enterprise());
            sources.put(database.database(), facts);
        }
        return sources;
    }
}
