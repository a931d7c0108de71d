package io.gulliver.playbook;

import io.gulliver.contract.workflow.CompiledPlan;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a playbook file: all that is wrong with it is said at once, with file and line. Bad input of any kind is an
 * answer, never an exception.
 */
public final class PlaybookLoader {
    private static final SchemaCheck SCHEMA = SchemaCheck.of("playbook");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ActionCatalogue actions;

    /** Loads playbooks whose steps name these actions. */
    public PlaybookLoader(ActionCatalogue actions) {
        this.actions = actions;
    }

    /** A playbook, or every problem of its file. */
    public sealed interface Outcome permits Loaded, Refused {}

    /** The file was good; it compiles. */
    public record Loaded(Playbook playbook) implements Outcome {}

    /** The file was not; problems are in the order of its lines. */
    public record Refused(List<PlaybookProblem> problems) implements Outcome {
        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads one file.
     *
     * @param name of the file, for messages
     * @param bytes its content, UTF-8, at most 512 KiB
     */
    public Outcome load(String name, byte[] bytes) {
        YamlDocument document = YamlDocument.read(name, bytes);
        JsonNode root = document.root();
        if (root == null) {
            return new Refused(document.problems());
        }
        LinkedHashSet<PlaybookProblem> problems = new LinkedHashSet<>(document.problems());
        problems.addAll(SCHEMA.check(document, root));
        if (!root.isObject()) {
            return new Refused(new ArrayList<>(problems));
        }
        PlaybookReader reader = new PlaybookReader(document, actions);
        Playbook playbook = reader.read(root, sha256(bytes));
        problems.addAll(reader.problems());
        problems.addAll(new PlaybookCheck(document, root, playbook, actions).problems());
        if (problems.isEmpty()) {
            CompiledPlan plan = new PlaybookCompiler().compile(playbook, actions);
            int size = JSON.writeValueAsBytes(plan).length;
            if (size > CompiledPlan.MAX_BYTES) {
                problems.add(document.problem(
                        "/steps",
                        "the plan has " + size + " bytes; at most " + CompiledPlan.MAX_BYTES
                                + " fit a migration's record",
                        "Use forEach instead of repeated steps, shorter ids, or fewer needs"));
            }
        }
        if (problems.isEmpty()) {
            return new Loaded(playbook);
        }
        List<PlaybookProblem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(PlaybookProblem::line).thenComparingInt(PlaybookProblem::column));
        return new Refused(sorted);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
