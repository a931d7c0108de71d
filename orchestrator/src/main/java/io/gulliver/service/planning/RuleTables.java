package io.gulliver.service.planning;

import io.gulliver.assessment.completeness.NeedList;
import io.gulliver.assessment.connections.DependencyTable;
import io.gulliver.assessment.facts.InventoryReview;
import io.gulliver.domain.risk.RiskSeed;
import io.gulliver.engine.EngineException;
import io.gulliver.persistence.Json;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.method.MethodRules;
import io.gulliver.planning.method.ReleaseTable;
import io.gulliver.planning.method.TopologyRules;
import io.gulliver.planning.sizing.CapacityTable;
import io.gulliver.planning.sizing.StorageTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The tables that decide, as data: what facts are, rules of methods, lifecycle of releases, partition or guest, capacity of processors and arrays, what a
 * complete picture needs, programs with a build for the target, seeds of risks.
 *
 * <p>Each is shipped. A file of the same name in a directory of the operator's stands in its place, as a whole.
 *
 * @param files where each of them comes from, in a fixed order
 */
public record RuleTables(
        FactCatalogue facts,
        MethodRules methods,
        ReleaseTable releases,
        TopologyRules topology,
        NeedList needs,
        DependencyTable dependencies,
        CapacityTable processors,
        StorageTable arrays,
        List<RiskSeed> risks,
        List<TableSource> files) {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final RuleTables SHIPPED = new Reading(null).all();

    /**
     * Where a table comes from.
     *
     * @param name folder and name, for example {@code capacity/processors.yaml}
     * @param file the operator's own file, or null for the shipped one
     * @param asOf the date written in it, or null when it tells none
     * @param text the file as it was read
     */
    public record TableSource(
            String name, @Nullable Path file, @Nullable String asOf, String text) {}

    public RuleTables {
        risks = List.copyOf(risks);
        files = List.copyOf(files);
    }

    /** Which tables these are: SHA-256 of their texts, 12 hex digits. */
    public String digest() {
        StringBuilder texts = new StringBuilder();
        files.forEach(file ->
                texts.append(file.name()).append('\n').append(file.text()).append('\n'));
        return Json.sha256(texts.toString()).substring(0, 12);
    }

    /** What is asked about an inventory that reads well. */
    public InventoryReview inventory() {
        return new InventoryReview(facts, methods, releases);
    }

    /** The shipped tables alone. */
    public static RuleTables shipped() {
        return SHIPPED;
    }

    /**
     * The shipped tables, and those of the operator's in their place.
     *
     * @param directory need not exist
     * @throws EngineException a file there is broken, or has a name that no table has; it says which, why and what to do
     */
    public static RuleTables of(Path directory) {
        return Files.isDirectory(directory) ? new Reading(directory).all() : SHIPPED;
    }

    private record Seeds(int version, List<RiskSeed> risks) {}

    /** One reading of all files. */
    private static final class Reading {
        private final @Nullable Path directory;
        private final ArrayList<TableSource> files = new ArrayList<>();

        Reading(@Nullable Path directory) {
            this.directory = directory;
        }

        RuleTables all() {
            FactCatalogue facts = read("facts/facts.yaml", FactCatalogue::of);
            RuleTables tables = new RuleTables(
                    facts,
                    read("rules/methods.yaml", content -> MethodRules.of(content, facts)),
                    read("rules/releases.yaml", ReleaseTable::of),
                    read("rules/topology.yaml", TopologyRules::of),
                    read("facts/needs.yaml", NeedList::of),
                    read("dependencies/s390x.yaml", DependencyTable::of),
                    read("capacity/processors.yaml", CapacityTable::of),
                    read("capacity/arrays.yaml", StorageTable::of),
                    read(
                            "risks/seeds.yaml",
                            content -> YAML.convertValue(content, Seeds.class).risks()),
                    files);
            refuseStrangers();
            return tables;
        }

        private <T> T read(String name, Function<Map<String, Object>, T> reader) {
            Path own = directory == null ? null : directory.resolve(name);
            boolean isOwn = own != null && Files.exists(own);
            try {
                byte[] bytes = isOwn ? Files.readAllBytes(own) : shipped(name);
                Map<String, Object> content = YAML.readValue(bytes, new TypeReference<>() {});
                if (content == null) {
                    throw new IllegalArgumentException("the file is empty");
                }
                T table = reader.apply(content);
                Object asOf = content.get("as_of");
                files.add(new TableSource(
                        name,
                        isOwn ? own : null,
                        asOf == null ? null : asOf.toString(),
                        new String(bytes, StandardCharsets.UTF_8)));
                return table;
            } catch (JacksonException e) {
                String line = e.getLocation() == null
                        ? ""
                        : ", line " + e.getLocation().getLineNr() + ", column "
                                + e.getLocation().getColumnNr();
                throw broken(name, own, line, firstLine(e.getOriginalMessage()), e);
            } catch (IllegalArgumentException e) {
                throw broken(name, own, "", String.valueOf(e.getMessage()), e);
            } catch (IOException e) {
                throw broken(name, own, "", "it cannot be read (" + e.getClass().getSimpleName() + ")", e);
            }
        }

        private static EngineException broken(
                String name, @Nullable Path own, String where, String why, Exception cause) {
            return new EngineException(
                    "Table " + (own == null ? name : own) + where + ": " + why
                            + (own == null
                                    ? ". It is shipped with the program: build the module playbooks."
                                    : ". Correct it, or remove the file to use the shipped table; nothing was changed."),
                    cause);
        }

        /** A misspelt name would leave the shipped table in force without a word. */
        private void refuseStrangers() {
            if (directory == null) {
                return;
            }
            List<String> known = files.stream().map(TableSource::name).toList();
            try (Stream<Path> found = Files.walk(directory)) {
                found.filter(file -> Files.isRegularFile(file)
                                && file.getFileName().toString().matches("[^.].*\\.ya?ml"))
                        .map(file -> directory.relativize(file).toString().replace('\\', '/'))
                        .filter(name -> !known.contains(name))
                        .findFirst()
                        .ifPresent(name -> {
                            throw new EngineException("Table " + directory.resolve(name)
                                    + ": there is no table of this name. Known are " + String.join(", ", known)
                                    + ". Rename or remove the file; nothing was changed.");
                        });
            } catch (IOException | UncheckedIOException e) {
                throw new EngineException("Tables in " + directory + " cannot be listed: " + e.getMessage(), e);
            }
        }

        private static byte[] shipped(String name) throws IOException {
            try (InputStream in = RuleTables.class.getClassLoader().getResourceAsStream("gulliver/" + name)) {
                if (in == null) {
                    throw new IllegalArgumentException("it is not on the class path");
                }
                return in.readAllBytes();
            }
        }

        private static String firstLine(String text) {
            return text.lines().findFirst().orElse("it is no YAML");
        }
    }
}
