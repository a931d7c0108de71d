package io.gulliver.playbook;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.domain.migration.Purpose;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The playbooks that runs may use, ready to run: those that ship with Gulliver and those added later. A broken file
 * never replaces a good playbook, and a published version never changes.
 */
public final class PlaybookLibrary {
    private static final String ROOT = "gulliver/";

    private final ActionCatalogue actions;
    private final PlaybookLoader loader;
    /** Never changed: adding puts another in its place. */
    private volatile SortedMap<Key, Entry> entries;

    private record Key(String name, int version) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Comparator.comparing(Key::name).thenComparing(Key::version).compare(this, other);
        }
    }

    private record Entry(
            Playbook playbook,
            String file,
            byte[] bytes,
            String content,
            CompiledPlan plan,
            CompiledPlan rehearsal,
            StepPreparer preparer) {}

    /** Shipped files are broken: the start fails with every problem. */
    public static final class Broken extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        private final transient List<PlaybookProblem> problems;

        Broken(List<PlaybookProblem> problems) {
            super(message(problems));
            this.problems = List.copyOf(problems);
        }

        public List<PlaybookProblem> problems() {
            return problems;
        }

        private static String message(List<PlaybookProblem> problems) {
            StringBuilder message = new StringBuilder("The playbooks have " + problems.size() + " problems:");
            problems.forEach(problem -> message.append("\n  ").append(problem));
            return message.toString();
        }
    }

    private PlaybookLibrary(ActionCatalogue actions, FragmentCatalogue fragments) {
        this(actions, new PlaybookLoader(actions, fragments), new TreeMap<>());
    }

    private PlaybookLibrary(ActionCatalogue actions, PlaybookLoader loader, SortedMap<Key, Entry> entries) {
        this.actions = actions;
        this.loader = loader;
        this.entries = entries;
    }

    /**
     * Everything that ships, on the class path: {@code gulliver/actions/*.yaml}, the fragments
     * {@code gulliver/stages/<stage>/v<n>.yaml} and the playbooks {@code gulliver/<method>/v<n>.yaml}. They are read and
     * checked once a process; what is added to one library is not in the next.
     *
     * @throws Broken with every problem of every file
     */
    public static synchronized PlaybookLibrary shipped() {
        if (read == null) {
            read = readShipped();
        }
        return new PlaybookLibrary(read.actions, read.loader, read.entries);
    }

    private static @Nullable PlaybookLibrary read;

    private static PlaybookLibrary readShipped() {
        SortedMap<String, byte[]> playbooks = resources("**/v*.yaml");
        playbooks.keySet().removeIf(file -> !file.matches(".*/v[0-9]+\\.yaml") || file.matches("(rules|capacity)/.*"));
        SortedMap<String, byte[]> fragments = new TreeMap<>();
        for (String file : List.copyOf(playbooks.keySet())) {
            if (file.startsWith("stages/")) {
                fragments.put(file, playbooks.remove(file));
            }
        }
        return of(resources("actions/*.yaml"), fragments, playbooks);
    }

    /**
     * These files, by path below the playbooks' folder; no playbook includes a fragment.
     *
     * @throws Broken with every problem of every file
     */
    public static PlaybookLibrary of(SortedMap<String, byte[]> actionFiles, SortedMap<String, byte[]> playbookFiles) {
        return of(actionFiles, new TreeMap<>(), playbookFiles);
    }

    /**
     * These files, by path below the playbooks' folder.
     *
     * @throws Broken with every problem of every file
     */
    public static PlaybookLibrary of(
            SortedMap<String, byte[]> actionFiles,
            SortedMap<String, byte[]> fragmentFiles,
            SortedMap<String, byte[]> playbookFiles) {
        ActionCatalogue.Outcome catalogue = ActionCatalogue.load(actionFiles);
        if (catalogue instanceof ActionCatalogue.Refused refused) {
            throw new Broken(refused.problems());
        }
        FragmentCatalogue fragments = FragmentCatalogue.load(fragmentFiles);
        PlaybookLibrary library = new PlaybookLibrary(((ActionCatalogue.Loaded) catalogue).catalogue(), fragments);
        Set<PlaybookProblem> problems = new LinkedHashSet<>(fragments.problems());
        playbookFiles.forEach((file, bytes) -> {
            PlaybookLoader.Outcome outcome = library.add(file, bytes);
            if (outcome instanceof PlaybookLoader.Refused refused) {
                problems.addAll(refused.problems());
            } else if (outcome instanceof PlaybookLoader.Loaded loaded) {
                String home =
                        loaded.playbook().method() + "/v" + loaded.playbook().version() + ".yaml";
                if (!file.equals(home)) {
                    problems.add(new PlaybookProblem(
                            file,
                            1,
                            1,
                            "method",
                            "its method and version belong into the file " + home,
                            "Move the file"));
                }
            }
        });
        if (!problems.isEmpty()) {
            throw new Broken(List.copyOf(problems));
        }
        return library;
    }

    static SortedMap<String, byte[]> resources(String pattern) {
        SortedMap<String, byte[]> found = new TreeMap<>();
        try {
            for (Resource resource :
                    new PathMatchingResourcePatternResolver().getResources("classpath*:" + ROOT + pattern)) {
                String url = resource.getURL().toString();
                String path = url.substring(url.lastIndexOf("/" + ROOT) + ROOT.length() + 1);
                try (InputStream in = resource.getInputStream()) {
                    found.put(path, in.readNBytes(YamlDocument.MAX_BYTES + 1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The shipped playbooks cannot be read from the class path", e);
        }
        return found;
    }

    /** Reads a file that is not to be added, whatever its name and version. */
    public PlaybookLoader.Outcome read(String file, byte[] bytes) {
        return loader.load(file, bytes);
    }

    /** Says whether a file that a person brings could be added, without adding it. */
    public PlaybookLoader.Outcome check(String file, byte[] bytes) {
        PlaybookLoader.Outcome outcome = addable(file, bytes);
        List<PlaybookProblem> refused =
                outcome instanceof PlaybookLoader.Loaded ? loader.brought(file, bytes) : List.of();
        return refused.isEmpty() ? outcome : new PlaybookLoader.Refused(refused);
    }

    private PlaybookLoader.Outcome addable(String file, byte[] bytes) {
        PlaybookLoader.Outcome outcome = loader.load(file, bytes);
        if (!(outcome instanceof PlaybookLoader.Loaded loaded)) {
            return outcome;
        }
        Playbook playbook = loaded.playbook();
        Entry known = entries.get(new Key(playbook.name(), playbook.version()));
        return known == null || known.playbook().hash().equals(playbook.hash()) ? outcome : taken(file, playbook);
    }

    private static PlaybookLoader.Refused taken(String file, Playbook playbook) {
        return new PlaybookLoader.Refused(List.of(new PlaybookProblem(
                file,
                1,
                1,
                "version",
                "playbook " + playbook.name() + " v" + playbook.version() + " exists with another content",
                "Give the new one the next version")));
    }

    /**
     * Adds a playbook file. The same file again changes nothing; another content under a known name and version is
     * refused, because runs may have used the old one.
     */
    public synchronized PlaybookLoader.Outcome add(String file, byte[] bytes) {
        PlaybookLoader.Outcome outcome = addable(file, bytes);
        if (!(outcome instanceof PlaybookLoader.Loaded loaded)) {
            return outcome;
        }
        Playbook playbook = loaded.playbook();
        Key key = new Key(playbook.name(), playbook.version());
        if (entries.containsKey(key)) {
            return outcome;
        }
        SortedMap<Key, Entry> next = new TreeMap<>(entries);
        next.put(
                key,
                new Entry(
                        playbook,
                        file,
                        bytes.clone(),
                        loaded.text(),
                        new PlaybookCompiler().compile(playbook, actions),
                        new PlaybookCompiler().compile(playbook, actions, Purpose.REHEARSAL),
                        new StepPreparer(playbook, actions)));
        entries = Collections.unmodifiableSortedMap(next);
        return outcome;
    }

    /**
     * Holds a playbook that ships against the text under which it was published before. Runs may have used that text, so
     * neither the playbook nor a fragment of it may say anything else now.
     *
     * @param name of the playbook
     * @param version of the playbook
     * @param published its complete text then
     * @throws Broken with each difference, in file and line of the playbook or the fragment
     */
    public void requireUnchanged(String name, int version, String published) {
        Entry entry = entries.get(new Key(name, version));
        if (entry == null || entry.content().equals(published)) {
            return;
        }
        List<PlaybookProblem> problems = new ArrayList<>(loader.changes(entry.file(), entry.bytes(), published));
        if (problems.isEmpty()) {
            problems.addAll(taken(entry.file(), entry.playbook()).problems());
        }
        throw new Broken(problems);
    }

    /** What the action of a step does, as its declaration says; empty for an unknown playbook or a step without an action. */
    public Optional<String> does(String playbookHash, String stepId) {
        return findByHash(playbookHash).stream()
                .flatMap(playbook -> playbook.steps().stream())
                .filter(step -> step.id().equals(stepId) && step.action() != null)
                .findFirst()
                .flatMap(step -> actions.find(Objects.requireNonNull(step.action())))
                .map(ActionDeclaration::summary);
    }

    /** The actions that its playbooks may name. */
    public ActionCatalogue actions() {
        return actions;
    }

    /** All playbooks, by name and version. */
    public List<Playbook> playbooks() {
        return entries.values().stream().map(Entry::playbook).toList();
    }

    public Optional<Playbook> find(String name, int version) {
        return Optional.ofNullable(entries.get(new Key(name, version))).map(Entry::playbook);
    }

    /** The highest version of this name. */
    public Optional<Playbook> findNewest(String name) {
        return entries.values().stream()
                .map(Entry::playbook)
                .filter(playbook -> playbook.name().equals(name))
                .reduce((older, newer) -> newer);
    }

    public Optional<Playbook> findByHash(String hash) {
        return entry(hash).map(Entry::playbook);
    }

    /** Its complete text, with the steps of its fragments: what its hash is made over, and what loads without them. */
    public Optional<String> findContent(String hash) {
        return entry(hash).map(Entry::content);
    }

    /** What a production run of the playbook of this hash has. */
    public Optional<CompiledPlan> findPlan(String hash) {
        return findPlan(hash, Purpose.PRODUCTION);
    }

    /** What a run of that purpose has of the playbook of this hash. */
    public Optional<CompiledPlan> findPlan(String hash, Purpose purpose) {
        return entry(hash).map(purpose == Purpose.REHEARSAL ? Entry::rehearsal : Entry::plan);
    }

    /** What prepares the steps of the playbook of this hash. */
    public Optional<StepPreparer> findPreparer(String hash) {
        return entry(hash).map(Entry::preparer);
    }

    private Optional<Entry> entry(String hash) {
        for (Map.Entry<Key, Entry> entry : entries.entrySet()) {
            if (entry.getValue().playbook().hash().equals(hash)) {
                return Optional.of(entry.getValue());
            }
        }
        return Optional.empty();
    }
}
