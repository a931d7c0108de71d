package io.gulliver.planning.build;

import io.gulliver.domain.landscape.AddressPool;
import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.SharedBuild;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts the design of a server together. Everything that its playbook reads is a line, so that nothing can change what is built
 * without changing the design; what this class has no words for stands among {@link BuildPart#OTHER}.
 */
public final class BuildPlanner {
    private static final String FACT = "fact/";
    private static final String PARAMETER = "parameter/";
    private static final String GIB = "GiB";
    /** A machine of its own in DPM mode is named by its facts; what is no partition is a guest of a hypervisor. */
    private static final String MACHINE = "server.cpc";

    private static final String RECOVERY = "server.recovery.volumes";
    private static final String RECOVERY_MOUNT = "server.recovery.mount";
    private static final String POOL = FACT + "server.pool";
    private static final String USERID = FACT + "server.userid";

    /** Key of the line of the volume group; its value is a name where one is made. */
    public static final String GROUP = "volume_group";

    private static final String RESTORE_POINT = PARAMETER + "restore_point_days";

    /** Says who is asked, and nothing of what is built. */
    public static final String ASK = "ask_for_sums";

    private static final SortedMap<String, Words> WORDS = words();

    private final BuildInputs inputs;
    private final SortedMap<String, BuildInputs.Setting> settings = new TreeMap<>();
    private final List<BuildLine> lines = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    private record Words(BuildPart part, int place, String words) {}

    private BuildPlanner(BuildInputs inputs) {
        this.inputs = inputs;
        inputs.values().forEach(setting -> settings.put(key(setting), setting));
        settings.remove(PARAMETER + ASK);
    }

    /** The design of a server by what is known now. */
    public static BuildDesign of(BuildInputs inputs) {
        return new BuildPlanner(inputs).design();
    }

    private BuildDesign design() {
        boolean partition = settings.containsKey(FACT + MACHINE);
        add(
                BuildPart.PLACE,
                "hypervisor",
                "built as",
                partition ? "a partition of its own" : "a guest of z/VM",
                "",
                Whence.of(Whence.Origin.PLAYBOOK, inputs.playbook()));
        missing.addAll(inputs.build().missing());
        figures();
        volumes();
        paths();
        portset();
        group();
        network();
        image();
        settings();
        databases();
        against();
        lines.sort(Comparator.comparing(BuildLine::part).thenComparing(BuildPlanner::place));
        return new BuildDesign(
                inputs.server(),
                lines,
                missing,
                inputs.blocking(),
                inputs.build().tooSmall(),
                inputs.build().refusals(),
                inputs.build().decide());
    }

    private static int place(BuildLine line) {
        Words words = WORDS.get(line.key());
        return words == null ? Integer.MAX_VALUE : words.place();
    }

    private void figures() {
        figure(SharedBuild.MEMORY, "server.memory.gib", GIB);
        figure(SharedBuild.HUGE_PAGES, "server.hugepages", "MB");
        figure(BuildFigure.IFLS.key(), "server.ifls", "");
        maximum();
    }

    private void figure(String key, String instead, String unit) {
        Object value = inputs.build().figures().get(key);
        if (value != null) {
            line(key, text(value), unit, figureFrom(instead));
        }
    }

    /** A figure that somebody gave binds; without one it is the sum over those who land there. */
    private Whence figureFrom(String fact) {
        Told given = told(FACT + fact);
        settings.remove(FACT + fact);
        return given != null && given.value() instanceof Number number && number.doubleValue() > 0
                ? given.whence()
                : new Whence(
                        Whence.Origin.SIZING,
                        inputs.members().isEmpty() ? "nobody" : String.join(", ", inputs.members()),
                        inputs.members(),
                        null,
                        null);
    }

    /** By the rule of the step that makes the partition: what was given, or a share more than at its start. */
    private void maximum() {
        Told given = told(FACT + "server.memory.maximum.gib");
        Told percent = told(PARAMETER + "live_memory_percent");
        settings.remove(FACT + "server.memory.maximum.gib");
        if (given == null && percent == null) {
            return;
        }
        settings.remove(PARAMETER + "live_memory_percent");
        if (given != null && given.value() instanceof Number number && number.doubleValue() > 0) {
            line("memory_maximum", text(given.value()), GIB, given.whence());
        } else if (percent != null
                && percent.value() instanceof Number more
                && inputs.build().figures().get(SharedBuild.MEMORY) instanceof Number memory) {
            double most = more.doubleValue() == 0
                    ? memory.doubleValue()
                    : Math.ceil(memory.doubleValue() * (100 + more.doubleValue()) / 100);
            line(
                    "memory_maximum",
                    text(most),
                    GIB,
                    Whence.of(Whence.Origin.RULE, text(more) + " % more than at its start"));
        }
    }

    private void volumes() {
        Told boot = told(FACT + "server.boot.gib");
        if (boot != null) {
            settings.remove(FACT + "server.boot.gib");
            line("boot_volumes", "1 × " + text(boot.value()) + " GiB", "", boot.whence());
        }
        volumes("data_volumes", "server.data.volumes", "server.data.gib", SharedBuild.DATA_EACH);
        volumes("redo_volumes", "server.redo.volumes", "server.redo.gib", SharedBuild.REDO_EACH);
        if (told(FACT + RECOVERY) != null && told(FACT + RECOVERY).value() instanceof List<?> own && own.isEmpty()) {
            // Without volumes of its own it lies with the data, and nothing of them is built.
            List.of(FACT + RECOVERY, FACT + "server.recovery.gib", FACT + RECOVERY_MOUNT)
                    .forEach(settings::remove);
        }
        volumes("recovery_volumes", RECOVERY, "server.recovery.gib", SharedBuild.RECOVERY_EACH);
        Told data = told(PARAMETER + "provisioning");
        if (data != null && settings.containsKey(FACT + "server.redo.volumes")) {
            line("redo_provisioning", "thick", "", Whence.of(Whence.Origin.PLAYBOOK, inputs.playbook()));
        }
    }

    private void volumes(String key, String names, String instead, String figure) {
        Told named = told(FACT + names);
        Object each = inputs.build().figures().get(figure);
        Whence size = figureFrom(instead);
        if (named == null || each == null) {
            return;
        }
        List<?> list = named.value() instanceof List<?> volumes ? volumes : List.of(named.value());
        line(key, list.size() + " × " + text(each) + " GiB", "", size);
    }

    private void paths() {
        Told paths = told(PARAMETER + "paths");
        if (paths == null) {
            return;
        }
        settings.remove(PARAMETER + "paths");
        line("paths", text(paths.value()), "", paths.whence());
        later(
                "ports",
                "chosen when it is made",
                text(paths.value()) + " on at least two fabrics, the least used that the landscape names;"
                        + " which are free only the hypervisor knows then");
    }

    /** Where the landscape names one for the array: its hosts are served by that part of its ports alone. */
    private void portset() {
        Told array = told(FACT + "server.array");
        String portset = array == null ? null : inputs.portsets().get(text(array.value()));
        if (portset != null) {
            line("portset", portset, "", Whence.of(Whence.Origin.LANDSCAPE, "array " + text(array.value())));
        }
    }

    /**
     * The database volumes in one group, so that one moment of all of them can be kept: where the landscape names it, and the array has
     * such groups. Where there is none that is told, and is no part of what is approved.
     */
    private void group() {
        Told array = told(FACT + "server.array");
        String name = array == null ? null : text(array.value());
        String template = name == null ? null : inputs.volumeGroups().get(name);
        boolean luns = !isFact("server.volumes", "eckd");
        if (name == null || template == null || template.isEmpty() || !luns) {
            settings.remove(RESTORE_POINT);
            if (name != null) {
                String why = !luns
                        ? "ECKD volumes are in no such group; no snapshot is taken"
                        : template == null
                                ? "array " + name + " has no such groups, as a DS8000 has none; no snapshot is taken"
                                : "the landscape names none for array " + name + "; no snapshot is taken";
                lines.add(new BuildLine(
                        BuildPart.STORAGE,
                        GROUP,
                        words(GROUP),
                        "none",
                        "",
                        Whence.of(Whence.Origin.LANDSCAPE, why),
                        false));
            }
            return;
        }
        line(
                GROUP,
                ArrayRules.named(template, inputs.server(), ""),
                "",
                Whence.of(Whence.Origin.LANDSCAPE, "array " + name));
    }

    private boolean isFact(String fact, String value) {
        Told told = told(FACT + fact);
        return told != null && text(told.value()).equals(value);
    }

    private void network() {
        Told named = told(FACT + "server.address_pool");
        if (named == null) {
            return;
        }
        settings.remove(FACT + "server.address_pool");
        String pool = text(named.value());
        if (inputs.address() != null) {
            lines.add(new BuildLine(
                    BuildPart.NETWORK,
                    "address",
                    words("address"),
                    text(inputs.address().value()),
                    "",
                    inputs.address().whence(),
                    false));
        }
        if (pool.isEmpty()) {
            line("address_from", "a task for the network people", "", named.whence());
            if (inputs.address() == null) {
                for (String what : List.of("address", "gateway", "vlan", "name_servers", "time_servers")) {
                    later(what, "given by a person", "its run asks who runs the network for it");
                }
            }
            return;
        }
        line("address_from", pool, "", named.whence());
        if (inputs.address() == null) {
            later("address", "given when its run begins", "the first of network " + pool + " that no server has");
        }
        AddressPool known = inputs.networks().get(pool);
        if (known == null) {
            missing.add("network " + pool + ", which the landscape does not have");
            return;
        }
        Whence landscape = Whence.of(Whence.Origin.LANDSCAPE, "network " + pool);
        line("domain", inputs.server().toLowerCase(Locale.ROOT) + "." + known.domain(), "", landscape);
        line("gateway", known.gateway(), "", landscape);
        line("vlan", known.vlan() == null ? "none" : String.valueOf(known.vlan()), "", landscape);
        line("name_servers", String.join(", ", known.nameServers()), "", landscape);
        line("time_servers", String.join(", ", known.timeServers()), "", landscape);
    }

    /** What an installer is told names things that are not there yet; what it is told besides are lines of their own. */
    private void image() {
        Told way = told(FACT + "server.image.way");
        if (way != null && text(way.value()).equals("installer")) {
            later(
                    "document",
                    "written when it is installed",
                    "it names the boot volume by its WWID; step install keeps it with its SHA-256");
        }
    }

    /** What is left: every fact and parameter that the playbook reads, under its own name. */
    private void settings() {
        settings.forEach((key, setting) -> {
            Told told = setting.told();
            if (key.equals(POOL) && told != null && text(told.value()).isEmpty()) {
                later(key, "chosen when it is made", "a pool of the array with room for it");
                return;
            }
            if (key.equals(USERID) && told != null && text(told.value()).isEmpty()) {
                later(key, "chosen when it is made", "made of the server's name");
                return;
            }
            Words known = WORDS.get(key);
            String words = known != null
                    ? known.words()
                    : setting.description().isEmpty() ? setting.name() : plain(setting.description());
            if (told == null) {
                if (!setting.optional()) {
                    missing.add(words);
                }
                return;
            }
            add(
                    known == null ? BuildPart.OTHER : known.part(),
                    key,
                    words,
                    text(told.value()),
                    setting.unit(),
                    told.whence());
        });
    }

    private void databases() {
        for (BuildInputs.LandingDatabase database : inputs.databases()) {
            add(
                    BuildPart.DATABASES,
                    "database/" + database.name(),
                    database.name(),
                    database.title(),
                    "",
                    database.whence());
            for (BuildInputs.Figure figure : database.figures()) {
                add(
                        BuildPart.DATABASES,
                        "database/" + database.name() + "/" + figure.key(),
                        database.name() + ", " + figure.words(),
                        figure.value(),
                        figure.unit(),
                        figure.whence() == null ? database.whence() : figure.whence());
            }
        }
    }

    /** What speaks against it is approved with it, so that something new against it is another design. */
    private void against() {
        Whence rules = Whence.of(Whence.Origin.RULE, "tuning checks");
        for (String check : inputs.blocking().stream().sorted().distinct().toList()) {
            add(BuildPart.AGAINST, "check/" + check, "blocking check", check, "", rules);
        }
        Whence sums = Whence.of(Whence.Origin.RULE, "sums over those who land there");
        for (String figure : inputs.build().tooSmall()) {
            add(BuildPart.AGAINST, "small/" + figure, "less than needed", figure, "", sums);
        }
    }

    private @Nullable Told told(String key) {
        BuildInputs.Setting setting = settings.get(key);
        return setting == null ? null : setting.told();
    }

    private void line(String key, String value, String unit, Whence whence) {
        Words known = WORDS.get(key);
        if (known == null) {
            throw new IllegalStateException("No words for " + key);
        }
        add(known.part(), key, known.words(), value, unit, whence);
    }

    private void later(String key, String value, String why) {
        Words known = WORDS.get(key);
        lines.add(
                new BuildLine(known.part(), key, known.words(), value, "", Whence.of(Whence.Origin.LATER, why), false));
    }

    private void add(BuildPart part, String key, String words, String value, String unit, Whence whence) {
        lines.add(new BuildLine(part, key, words, value, unit, whence, true));
    }

    private static String words(String key) {
        return WORDS.get(key).words();
    }

    private static String key(BuildInputs.Setting setting) {
        return (setting.parameter() ? PARAMETER : FACT) + setting.name();
    }

    private static String plain(String description) {
        String first = description.split("(?<=[a-z0-9)])[.;:,] ", 2)[0];
        String bare = first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
        return bare.isEmpty() || bare.length() > 1 && Character.isUpperCase(bare.charAt(1))
                ? bare
                : Character.toLowerCase(bare.charAt(0)) + bare.substring(1);
    }

    /** One form for each value, however it was written. */
    static String text(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(BuildPlanner::text).collect(Collectors.joining(", "));
        }
        if (value instanceof Map<?, ?> map) {
            return new TreeMap<>(map)
                    .entrySet().stream()
                            .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
                            .collect(Collectors.joining(", "));
        }
        if (value instanceof Boolean truth) {
            return truth ? "yes" : "no";
        }
        if (value instanceof Number number) {
            BigDecimal exact = new BigDecimal(number.toString());
            return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
        }
        return String.valueOf(value).strip();
    }

    private static SortedMap<String, Words> words() {
        SortedMap<String, Words> words = new TreeMap<>();
        put(words, BuildPart.PLACE, "hypervisor", "built as");
        put(words, BuildPart.PLACE, FACT + "server.name", "name");
        put(words, BuildPart.PLACE, FACT + MACHINE, "machine");
        put(words, BuildPart.PLACE, FACT + "server.hmc", "HMC");
        put(words, BuildPart.PLACE, FACT + "server.zvm", "z/VM system");
        put(words, BuildPart.PLACE, USERID, "user id of the guest");
        put(words, BuildPart.PLACE, FACT + "server.production", "something of production lands there");
        put(words, BuildPart.SIZE, SharedBuild.MEMORY, "memory at its start");
        put(words, BuildPart.SIZE, "memory_maximum", "memory at most while it runs");
        put(words, BuildPart.SIZE, SharedBuild.HUGE_PAGES, "huge pages of 1 MB");
        put(words, BuildPart.SIZE, BuildFigure.IFLS.key(), BuildFigure.IFLS.words());
        put(words, BuildPart.SIZE, FACT + "server.processors", "IFLs are");
        put(words, BuildPart.SIZE, FACT + "server.weight", "weight of shared IFLs, 0 for what the HMC gives");
        put(words, BuildPart.STORAGE, "boot_volumes", "boot volume");
        put(words, BuildPart.STORAGE, "data_volumes", "volumes for data");
        put(words, BuildPart.STORAGE, FACT + "server.data.volumes", "names of the volumes for data");
        put(words, BuildPart.STORAGE, PARAMETER + "provisioning", "space of boot volume and volumes for data");
        put(words, BuildPart.STORAGE, "redo_volumes", "volumes for redo logs");
        put(words, BuildPart.STORAGE, FACT + "server.redo.volumes", "names of the volumes for redo logs");
        put(words, BuildPart.STORAGE, "redo_provisioning", "space of volumes for redo logs");
        put(words, BuildPart.STORAGE, "recovery_volumes", "volumes for the recovery area");
        put(words, BuildPart.STORAGE, FACT + RECOVERY, "names of the volumes for the recovery area");
        put(words, BuildPart.STORAGE, FACT + "server.volumes", "volumes of databases are");
        put(words, BuildPart.STORAGE, FACT + "server.eckd", "ECKD volumes come from");
        put(words, BuildPart.STORAGE, FACT + "server.data.devices", "device numbers of ECKD volumes for data");
        put(words, BuildPart.STORAGE, FACT + "server.redo.devices", "device numbers of ECKD volumes for redo logs");
        put(
                words,
                BuildPart.STORAGE,
                FACT + "server.recovery.devices",
                "device numbers of ECKD volumes for the recovery area");
        put(
                words,
                BuildPart.STORAGE,
                PARAMETER + "aliases_per_lcu",
                "PAV aliases of each control unit of ECKD volumes");
        put(words, BuildPart.STORAGE, FACT + "server.array", "array");
        put(words, BuildPart.STORAGE, POOL, "pool");
        put(words, BuildPart.STORAGE, GROUP, "volume group of its database volumes");
        put(words, BuildPart.STORAGE, RESTORE_POINT, "days its restore point is kept, 0 for none");
        put(words, BuildPart.PATHS, "paths", "paths to each volume");
        put(words, BuildPart.PATHS, "ports", "ports of its paths");
        put(words, BuildPart.PATHS, "portset", "portset of its host on the array");
        put(words, BuildPart.NETWORK, FACT + "server.network", "network card on");
        put(words, BuildPart.NETWORK, "address_from", "address from");
        put(words, BuildPart.NETWORK, "domain", "name in the network");
        put(words, BuildPart.NETWORK, "address", "address");
        put(words, BuildPart.NETWORK, "gateway", "gateway");
        put(words, BuildPart.NETWORK, "vlan", "VLAN");
        put(words, BuildPart.NETWORK, "name_servers", "name servers");
        put(words, BuildPart.NETWORK, "time_servers", "time servers");
        put(words, BuildPart.IMAGE, FACT + "server.image.way", "Linux comes by");
        put(words, BuildPart.IMAGE, FACT + "server.image.name", "image in the repository");
        put(words, BuildPart.IMAGE, FACT + "server.image.golden", "golden volume");
        put(words, BuildPart.IMAGE, FACT + "server.image.version", "image");
        put(words, BuildPart.IMAGE, "document", "document for the installer");
        put(words, BuildPart.IMAGE, FACT + "server.image.built", "image made on");
        put(words, BuildPart.IMAGE, FACT + "server.image.server", "installed from");
        put(words, BuildPart.IMAGE, PARAMETER + "time_zone", "time zone of what is installed");
        put(words, BuildPart.IMAGE, PARAMETER + "selinux", "SELinux of what is installed");
        put(words, BuildPart.IMAGE, PARAMETER + "installer_minutes", "minutes after which an installation has failed");
        put(words, BuildPart.IMAGE, PARAMETER + "image_days", "days after which an image is old, 0 for never");
        put(words, BuildPart.SYSTEM, FACT + "server.storage", "volumes become");
        put(words, BuildPart.SYSTEM, FACT + "server.home.way", "Oracle homes come by");
        put(words, BuildPart.SYSTEM, FACT + "server.software", "zips of Oracle's software in");
        put(words, BuildPart.SYSTEM, FACT + "server.inventory", "central inventory");
        put(words, BuildPart.SYSTEM, FACT + "server.opatch.zip", "zip of a newer OPatch");
        put(words, BuildPart.SYSTEM, FACT + "server.opatch.minimum", "lowest OPatch");
        put(words, BuildPart.SYSTEM, FACT + "server.grid.home", "home of Grid Infrastructure");
        put(words, BuildPart.SYSTEM, FACT + "server.grid.release", "release of that home");
        put(words, BuildPart.SYSTEM, FACT + "server.grid.base", "Oracle base of that home");
        put(words, BuildPart.SYSTEM, FACT + "server.grid.zip", "zip of that home");
        put(words, BuildPart.SYSTEM, FACT + "server.grid.update.zip", "release update of that home");
        put(words, BuildPart.SYSTEM, PARAMETER + "grid_user", "user of that home");
        put(words, BuildPart.SYSTEM, PARAMETER + "grid_user_id", "id of that user, where it is made");
        put(words, BuildPart.SYSTEM, PARAMETER + "grid_groups", "groups of that user, where they are made");
        put(words, BuildPart.SYSTEM, FACT + "server.data.mount", "mount of the volumes for data");
        put(words, BuildPart.SYSTEM, FACT + "server.redo.mount", "mount of the volumes for redo logs");
        put(words, BuildPart.SYSTEM, FACT + RECOVERY_MOUNT, "mount of the volumes for the recovery area");
        put(words, BuildPart.SYSTEM, PARAMETER + "stripe_kib", "stripe over the volumes for data and recovery area");
        put(words, BuildPart.SYSTEM, FACT + "server.staging", "staging directory");
        put(words, BuildPart.SYSTEM, FACT + "server.sysctl", "kernel settings in");
        put(words, BuildPart.SYSTEM, FACT + "server.etc", "settings of the system in");
        put(words, BuildPart.SYSTEM, FACT + "server.oracle.home", "Oracle home");
        put(words, BuildPart.SYSTEM, FACT + "server.oracle.release", "release of the home");
        put(words, BuildPart.SYSTEM, FACT + "server.oracle.base", "Oracle base of the home");
        put(words, BuildPart.SYSTEM, FACT + "server.oracle.edition", "edition of the home");
        put(words, BuildPart.SYSTEM, FACT + "server.oracle.zip", "zip of the home");
        put(words, BuildPart.SYSTEM, FACT + "server.oracle.update.zip", "release update of the home");
        put(words, BuildPart.SYSTEM, PARAMETER + "assume_distid", "distribution that Oracle's installer is told");
        put(words, BuildPart.SYSTEM, PARAMETER + "accepted_prerequisites", "prerequisites that need not be met");
        put(words, BuildPart.SYSTEM, FACT + "server.listener.port", "port of the listener");
        put(words, BuildPart.SYSTEM, PARAMETER + "oracle_user", "user of the databases");
        put(words, BuildPart.SYSTEM, PARAMETER + "oracle_user_id", "id of that user");
        put(words, BuildPart.SYSTEM, PARAMETER + "oracle_group", "first group of that user");
        put(words, BuildPart.SYSTEM, PARAMETER + "oracle_groups", "groups of that user");
        return words;
    }

    private static void put(SortedMap<String, Words> words, BuildPart part, String key, String said) {
        words.put(key, new Words(part, words.size(), said));
    }
}
