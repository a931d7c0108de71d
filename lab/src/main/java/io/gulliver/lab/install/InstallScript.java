package io.gulliver.lab.install;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script of a document, read and never run: what it prints to the console, and what it leaves in the system. Knows assignments of
 * one word, {@code echo} to {@code /dev/console} at its top level, and files that a here-document writes.
 */
record InstallScript(String text) {
    private static final Pattern ASSIGNED = Pattern.compile("^([A-Z_]+)='?([^' ]*)'?$");
    private static final Pattern PRINTED = Pattern.compile("^echo (['\"])(.*)\\1 >/dev/console$");
    private static final Pattern HERE = Pattern.compile("<<'([A-Z]+)'$");

    /** Lines on the console, in their order. */
    List<String> prints() {
        List<String> printed = new ArrayList<>();
        Map<String, String> values = new TreeMap<>();
        String here = "";
        for (String line : text.lines().toList()) {
            if (!here.isEmpty()) {
                here = line.equals(here) ? "" : here;
                continue;
            }
            Matcher document = HERE.matcher(line);
            Matcher assigned = ASSIGNED.matcher(line);
            Matcher echo = PRINTED.matcher(line);
            if (document.find()) {
                here = document.group(1);
            } else if (assigned.matches()) {
                values.put(assigned.group(1), assigned.group(2));
            } else if (echo.matches()) {
                String said = echo.group(2);
                if (echo.group(1).equals("\"")) {
                    for (Map.Entry<String, String> value : values.entrySet()) {
                        said = said.replace("$" + value.getKey(), value.getValue());
                    }
                }
                printed.add(said);
            }
        }
        return printed;
    }

    /** For how many seconds it holds its installer up at the end, so that its console can be read; 0 for not at all. */
    int holds() {
        String last = text.lines().reduce("", (before, line) -> line);
        return last.matches("sleep [0-9]{1,4}") ? Integer.parseInt(last.substring("sleep ".length())) : 0;
    }

    /** Whether the system shows its host keys at its first start: a unit that is enabled prints the block that cloud-init prints. */
    boolean showsHostKeys() {
        return text.contains("-----BEGIN SSH HOST KEY FINGERPRINTS-----")
                && text.contains("-----END SSH HOST KEY FINGERPRINTS-----")
                && text.lines().anyMatch(line -> line.startsWith("systemctl enable "));
    }
}
