package io.gulliver.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Programs of the lab in Python: they begin with the machine's own interpreter where there is one, without what a site adds to it.
 * A third of the time that such a program takes is that; where there is none, the one on the path is taken.
 */
public final class LabPython {
    private static final String ANY = "#!/usr/bin/env python3\n";
    private static final String FIRST = List.of("/usr/bin/python3", "/usr/local/bin/python3").stream()
            .filter(place -> Files.isExecutable(Path.of(place)))
            .findFirst()
            .map(place -> "#!" + place + " -IS\n")
            .orElse(ANY);

    private LabPython() {}

    /** The text of a program with the line that says who runs it. */
    public static String program(String text) {
        return text.startsWith(ANY) ? FIRST + text.substring(ANY.length()) : text;
    }
}
