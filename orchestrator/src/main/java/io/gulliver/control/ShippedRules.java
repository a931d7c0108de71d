package io.gulliver.control;

import io.gulliver.assessment.completeness.NeedList;
import io.gulliver.assessment.connections.DependencyTable;
import io.gulliver.domain.risk.RiskSeed;
import io.gulliver.planning.method.FactCatalogue;
import io.gulliver.planning.method.MethodRules;
import io.gulliver.planning.method.ReleaseTable;
import io.gulliver.planning.sizing.CapacityTable;
import io.gulliver.planning.sizing.StorageTable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the rules and seeds that are shipped with the playbooks. A broken file stops the start. */
public final class ShippedRules {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private ShippedRules() {}

    /** Rules on which method can carry a database. */
    public static MethodRules methods() {
        return MethodRules.of(
                YAML.readValue(bytes("gulliver/rules/methods.yaml"), new TypeReference<Map<String, Object>>() {}),
                facts());
    }

    /** What each fact is and where it comes from. */
    public static FactCatalogue facts() {
        return FactCatalogue.of(
                YAML.readValue(bytes("gulliver/facts/facts.yaml"), new TypeReference<Map<String, Object>>() {}));
    }

    /** Releases that a target can have, with their lifecycle. */
    public static ReleaseTable releases() {
        return ReleaseTable.of(
                YAML.readValue(bytes("gulliver/rules/releases.yaml"), new TypeReference<Map<String, Object>>() {}));
    }

    /** What a complete picture of a database needs. */
    public static NeedList needs() {
        return NeedList.of(
                YAML.readValue(bytes("gulliver/facts/needs.yaml"), new TypeReference<Map<String, Object>>() {}));
    }

    /** Which programs have a build for Linux on IBM Z. */
    public static DependencyTable dependencies() {
        return DependencyTable.of(
                YAML.readValue(bytes("gulliver/dependencies/s390x.yaml"), new TypeReference<Map<String, Object>>() {}));
    }

    /** What processors can do, of sources and targets. */
    public static CapacityTable processors() {
        return CapacityTable.of(YAML.readValue(
                bytes("gulliver/capacity/processors.yaml"), new TypeReference<Map<String, Object>>() {}));
    }

    /** What storage arrays and links can do. */
    public static StorageTable arrays() {
        return StorageTable.of(
                YAML.readValue(bytes("gulliver/capacity/arrays.yaml"), new TypeReference<Map<String, Object>>() {}));
    }

    /** Risks to start a register from, by id. */
    public static List<RiskSeed> risks() {
        Seeds seeds = YAML.readValue(bytes("gulliver/risks/seeds.yaml"), Seeds.class);
        return List.copyOf(new ArrayList<>(seeds.risks()));
    }

    private record Seeds(int version, List<RiskSeed> risks) {}

    private static byte[] bytes(String path) {
        try (InputStream in = ShippedRules.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(path + " is not on the class path. Build the module playbooks.");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(path + " could not be read: " + e.getMessage(), e);
        }
    }
}
