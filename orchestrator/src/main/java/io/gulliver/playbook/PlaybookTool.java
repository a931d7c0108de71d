package io.gulliver.playbook;

import com.google.re2j.Pattern;
import io.gulliver.contract.workflow.CompiledPlan;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code ./gulliver playbook}: shows a playbook as it is compiled, what two of them say differently, and what is wrong with
 * a file. Nothing is changed, and neither store nor engine is asked.
 */
public final class PlaybookTool {
    private static final String USAGE = """
            ./gulliver playbook list                     playbooks that ship, with their size
            ./gulliver playbook show PLAYBOOK            its steps in their order, with ids and origin
            ./gulliver playbook text PLAYBOOK            its complete text, which its hash is made over
            ./gulliver playbook diff PLAYBOOK PLAYBOOK   what the second says otherwise than the first
            PLAYBOOK is a name (its newest version), a name with a version (data-pump@v1), or a file (x.yaml).""";

    private static final Pattern VERSION = Pattern.compile("[0-9]{1,6}");

    private final PlaybookLibrary library;
    private final PrintStream out;

    PlaybookTool(PlaybookLibrary library, PrintStream out) {
        this.library = library;
        this.out = out;
    }

    /** @param args what is asked, as in the usage */
    public static void main(String[] args) {
        try {
            new PlaybookTool(PlaybookLibrary.shipped(), System.out).run(List.of(args));
        } catch (PlaybookLibrary.Broken | IllegalArgumentException e) {
            System.err.println("gulliver: " + e.getMessage());
            System.exit(1);
        }
    }

    /** @throws IllegalArgumentException for what cannot be shown, with what to do */
    void run(List<String> words) {
        String verb = words.isEmpty() ? "" : words.get(0);
        int wanted = switch (verb) {
            case "list" -> 1;
            case "show", "text" -> 2;
            case "diff" -> 3;
            default ->
                throw new IllegalArgumentException(
                        "'" + String.join(" ", words) + "' is not known. Write one of\n" + USAGE);
        };
        if (words.size() != wanted) {
            throw new IllegalArgumentException(
                    "'" + verb + "' takes " + (wanted - 1) + " playbooks. Write one of\n" + USAGE);
        }
        switch (verb) {
            case "list" -> library.playbooks().forEach(playbook -> line(shipped(playbook)));
            case "show" -> {
                Read read = read(words.get(1));
                PlaybookListing.lines(read.playbook(), read.plan(), library.actions())
                        .forEach(out::println);
            }
            case "text" -> out.print(read(words.get(1)).text());
            default -> diff(read(words.get(1)), read(words.get(2)));
        }
    }

    private record Read(Playbook playbook, CompiledPlan plan, String text) {
        String size() {
            return String.format(
                    Locale.ROOT,
                    "%s v%d has %d steps and %,d bytes",
                    playbook.name(),
                    playbook.version(),
                    playbook.steps().size(),
                    PlaybookListing.size(plan));
        }
    }

    private void line(Read read) {
        Playbook playbook = read.playbook();
        out.println(String.format(
                Locale.ROOT,
                "%-28s %3d steps  %,6d bytes  %s",
                playbook.name() + "@v" + playbook.version(),
                playbook.steps().size(),
                PlaybookListing.size(read.plan()),
                playbook.title()));
    }

    private void diff(Read before, Read after) {
        List<String> lines = PlaybookDifference.between(before.playbook(), after.playbook());
        out.println(before.size() + ", " + after.size() + ".");
        if (lines.isEmpty()) {
            out.println("They say the same.");
        }
        lines.forEach(out::println);
    }

    private Read read(String which) {
        if (!which.endsWith(".yaml")) {
            return shipped(find(which));
        }
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(Path.of(which));
        } catch (IOException e) {
            throw new IllegalArgumentException("The file " + which + " cannot be read: " + e.getMessage(), e);
        }
        PlaybookLoader.Outcome outcome = library.read(which, bytes);
        if (outcome instanceof PlaybookLoader.Refused refused) {
            throw new PlaybookLibrary.Broken(refused.problems());
        }
        PlaybookLoader.Loaded loaded = (PlaybookLoader.Loaded) outcome;
        return new Read(
                loaded.playbook(), new PlaybookCompiler().compile(loaded.playbook(), library.actions()), loaded.text());
    }

    private Read shipped(Playbook playbook) {
        return new Read(
                playbook,
                library.findPlan(playbook.hash()).orElseThrow(),
                library.findContent(playbook.hash()).orElseThrow());
    }

    private Playbook find(String which) {
        int at = which.lastIndexOf("@v");
        Optional<Playbook> found = at < 0
                ? library.findNewest(which)
                : version(which.substring(at + 2)).flatMap(version -> library.find(which.substring(0, at), version));
        return found.orElseThrow(() -> new IllegalArgumentException(
                "No playbook is called " + which + ". ./gulliver playbook list names those that ship."));
    }

    private static Optional<Integer> version(String text) {
        return VERSION.matches(text) ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }
}
