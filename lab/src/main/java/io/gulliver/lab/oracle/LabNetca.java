package io.gulliver.lab.oracle;

import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The lab's netca: makes one listener by a response file, on the port that the lab gave its host. It knows the keys of public
 * response files of 11.2 to 23, wants those that say what is made, and refuses others.
 */
final class LabNetca {
    private static final List<String> FORM = List.of("-silent", "-responsefile");
    private static final List<String> KNOWN = List.of(
            "RESPONSEFILE_VERSION",
            "CREATE_TYPE",
            "SHOW_GUI",
            "LOG_FILE",
            "INSTALLED_COMPONENTS",
            "INSTALL_TYPE",
            "LISTENER_NUMBER",
            "LISTENER_NAMES",
            "LISTENER_PROTOCOLS",
            "LISTENER_START",
            "NAMING_METHODS",
            "NSN_NUMBER",
            "NSN_NAMES",
            "NSN_SERVICE",
            "NSN_PROTOCOLS");

    private final LabOracle oracle;
    private final LabContext context;

    LabNetca(LabOracle oracle, LabContext context) {
        this.oracle = oracle;
        this.context = context;
    }

    /** Runs it; @return its exit code */
    int run(ProgramCall call, String version) throws IOException {
        if (call.arguments().size() != 3 || !call.arguments().subList(0, 2).equals(FORM)) {
            return failed(call, "the arguments are not those of a silent run");
        }
        Map<String, String> keys = new TreeMap<>();
        String section = "";
        for (String line : Files.readAllLines(call.file(call.arguments().get(2)), StandardCharsets.UTF_8)) {
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            if (text.startsWith("[")) {
                section = text;
                continue;
            }
            String[] words = text.split("=", 2);
            if (section.isEmpty() || words.length != 2 || !KNOWN.contains(words[0])) {
                return failed(call, "no key of a response file: " + text);
            }
            keys.put(words[0], words[1]);
        }
        int port = oracle.port(call.host());
        for (Map.Entry<String, String> wanted : Map.of(
                        "RESPONSEFILE_VERSION", "\"" + schema(version) + "\"",
                        "CREATE_TYPE", "\"CUSTOM\"",
                        "INSTALL_TYPE", "\"\"typical\"\"",
                        "LISTENER_NUMBER", "1",
                        "LISTENER_NAMES", "{\"LISTENER\"}",
                        "LISTENER_PROTOCOLS", "{\"TCP;" + port + "\"}",
                        "LISTENER_START", "\"\"LISTENER\"\"")
                .entrySet()) {
            if (!wanted.getValue().equals(keys.get(wanted.getKey()))) {
                return failed(
                        call,
                        wanted.getKey() + " is " + keys.get(wanted.getKey()) + ", this lab has " + wanted.getValue());
            }
        }
        Path admin = Path.of(Objects.requireNonNull(call.environment("ORACLE_HOME")), "network/admin");
        Path file = admin.resolve("listener.ora");
        if (Files.exists(file)) {
            return failed(call, "listener LISTENER exists");
        }
        Files.createDirectories(admin);
        Files.writeString(
                file,
                String.format(
                        Locale.ROOT,
                        "LISTENER =\n  (DESCRIPTION_LIST =\n    (DESCRIPTION =\n      (ADDRESS = (PROTOCOL = TCP)(HOST ="
                                + " %s)(PORT = %d))\n    )\n  )\n",
                        call.host(),
                        port));
        Files.writeString(admin.resolve("sqlnet.ora"), "NAMES.DIRECTORY_PATH= (TNSNAMES, EZCONNECT)\n");
        oracle.startListener(call.host());
        context.ledger().record(LabOracle.SYSTEM, "netca", call.host(), "oracle", Effect.CREATED, Map.of("port", port));
        call.print("Oracle Net Listener Startup:");
        call.print("    Listener started successfully.");
        call.print("Oracle Net Services configuration successful. The exit code is 0");
        return 0;
    }

    private static int failed(ProgramCall call, String why) {
        call.print("Oracle Net Services configuration failed.  The exit code is 1");
        call.printError("netca: " + why);
        return 1;
    }

    /** How the response files of a release call themselves. */
    private static String schema(String version) {
        String[] numbers = version.split("\\.");
        return switch (Integer.parseInt(numbers[0])) {
            case 11, 12 -> numbers[0] + "." + numbers[1];
            case 18, 19 -> "12.2";
            default -> numbers[0] + ".0";
        };
    }
}
