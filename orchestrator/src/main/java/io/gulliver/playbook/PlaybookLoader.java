package io.gulliver.playbook;

import io.gulliver.contract.workflow.CompiledPlan;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads a playbook file: all that is wrong with it is said at once, with file and line. Bad input of any kind is an
 * answer, never an exception.
 */
public final class PlaybookLoader {
    private static final SchemaCheck SCHEMA = SchemaCheck.of("playbook");

    private final ActionCatalogue actions;
    private final FragmentCatalogue fragments;

    /** Loads playbooks whose steps name these actions, and that include nothing. */
    public PlaybookLoader(ActionCatalogue actions) {
        this(actions, FragmentCatalogue.EMPTY);
    }

    PlaybookLoader(ActionCatalogue actions, FragmentCatalogue fragments) {
        this.actions = actions;
        this.fragments = fragments;
    }

    /** A playbook, or every problem of its file. */
    public sealed interface Outcome permits Loaded, Refused {}

    /**
     * The file was good; it compiles.
     *
     * @param playbook with the steps of its fragments
     * @param text complete: the file as it was written, or, where it includes fragments, with their steps in the place of
     *     the includes. It needs no fragment, and loading it gives an equal playbook.
     */
    public record Loaded(Playbook playbook, String text) implements Outcome {}

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
        Source source = Composition.isNeeded(root)
                ? compose(document, root, problems)
                : new Source(document, root, new String(bytes, StandardCharsets.UTF_8), List.of(), List.of());
        if (source == null) {
            return refused(problems);
        }
        PlaybookParser reader = new PlaybookParser(source.places(), actions);
        Playbook playbook = reader.read(source.root(), sha256(source.text().getBytes(StandardCharsets.UTF_8)));
        problems.addAll(reader.problems());
        problems.addAll(new PlaybookCheck(source.places(), source.root(), playbook, actions)
                .problems(source.given(), source.shown()));
        if (problems.isEmpty()) {
            CompiledPlan plan = new PlaybookCompiler().compile(playbook, actions);
            for (int i = 0; i < playbook.steps().size(); i++) {
                Step step = playbook.steps().get(i);
                if (step.lookAgain() && nothingToLookAt(plan, step)) {
                    problems.add(source.places()
                            .problem(
                                    "/steps/" + i + "/lookAgain",
                                    "before gate '" + step.id()
                                            + "' no step only looks, of which no other step has made" + " use by then",
                                    "Let the gate need such a step, or take the word away"));
                }
            }
            int size = PlaybookListing.size(plan);
            if (size > CompiledPlan.MAX_BYTES) {
                problems.add(source.places()
                        .problem(
                                "/steps",
                                "the plan has " + size + " bytes; at most " + CompiledPlan.MAX_BYTES
                                        + " fit a migration's record",
                                "Use forEach instead of repeated steps, shorter ids, or fewer needs"));
            }
        }
        if (problems.isEmpty()) {
            return new Loaded(playbook, source.text());
        }
        return refused(problems);
    }

    private static boolean nothingToLookAt(CompiledPlan plan, Step gate) {
        return plan.steps().stream()
                .filter(step -> step.id().equals(gate.id()))
                .allMatch(step -> step.again().isEmpty());
    }

    /** What a playbook is read from: its file, or what it and its fragments make together. */
    private record Source(
            Places places, JsonNode root, String text, List<Composition.Given> given, List<Composition.Shown> shown) {}

    private @Nullable Source compose(YamlDocument document, JsonNode root, Set<PlaybookProblem> problems) {
        Composition composition = new Composition(fragments);
        composition.compose(document, root);
        problems.addAll(composition.problems());
        if (!composition.isWhole()) {
            problems.addAll(fragments.problems());
            return null;
        }
        if (problems.isEmpty()) {
            problems.addAll(SCHEMA.check(composition, composition.root()));
        }
        String text = YamlText.write(composition.root());
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > YamlDocument.MAX_BYTES) {
            problems.add(document.problem(
                    "/steps",
                    "with its fragments the playbook has " + size + " bytes; at most " + YamlDocument.MAX_BYTES
                            + " are kept",
                    "Include less, or move long texts to script templates"));
        }
        return new Source(composition, composition.root(), text, composition.given(), composition.shown());
    }

    /**
     * What is refused of a file that somebody brings and read of what the store holds: steps which say of themselves that
     * they come from a fragment, since whoever approves a playbook goes by that; and steps that a rehearsal must not reach,
     * since playbooks of before said of none what it is for.
     *
     * @param name of the file, for messages
     * @param bytes its content; it loads
     */
    List<PlaybookProblem> brought(String name, byte[] bytes) {
        YamlDocument document = YamlDocument.read(name, bytes);
        JsonNode root = document.root();
        List<PlaybookProblem> problems = new ArrayList<>();
        for (int i = 0; root != null && i < root.path("steps").size(); i++) {
            if (root.path("steps").path(i).has(Composition.FROM)) {
                problems.add(document.problem(
                        "/steps/" + i + "/" + Composition.FROM, Composition.ORIGIN, Composition.ORIGIN_ADVICE));
            }
        }
        if (root != null) {
            Written now = written(document, root);
            Playbook playbook = new PlaybookParser(now.places(), actions).read(now.root(), "");
            problems.addAll(new PlaybookCheck(now.places(), now.root(), playbook, actions).unsaid());
        }
        return problems;
    }

    /** A file that loads, with the steps of its fragments. */
    private record Written(Places places, JsonNode root) {}

    private Written written(YamlDocument document, JsonNode root) {
        if (!Composition.isNeeded(root)) {
            return new Written(document, root);
        }
        Composition composition = new Composition(fragments);
        composition.compose(document, root);
        return new Written(composition, composition.root());
    }

    /**
     * What of a playbook is no longer as it was published, where it is written now: a fragment that was edited after a
     * published playbook used it gives another playbook under the same name and version.
     *
     * @param name of the file, for messages
     * @param bytes its content; it loads
     * @param published its text as it was published
     */
    List<PlaybookProblem> changes(String name, byte[] bytes, String published) {
        YamlDocument document = YamlDocument.read(name, bytes);
        JsonNode before = YamlDocument.read("published", published.getBytes(StandardCharsets.UTF_8))
                .root();
        JsonNode root = document.root();
        if (root == null || before == null) {
            return List.of();
        }
        Written now = written(document, root);
        return new PublishedCheck(now.places(), now.root(), before, fragments).problems();
    }

    private static Refused refused(Set<PlaybookProblem> problems) {
        List<PlaybookProblem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparing(PlaybookProblem::file)
                .thenComparingInt(PlaybookProblem::line)
                .thenComparingInt(PlaybookProblem::column));
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
