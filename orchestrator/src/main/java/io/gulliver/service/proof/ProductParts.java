package io.gulliver.service.proof;

import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.ProductPart;
import io.gulliver.domain.proof.ReleaseSpan;
import io.gulliver.domain.proof.ReleaseSpan.Side;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.persistence.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassWriter;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Every part of this product that could meet the real thing, found on its class path, each with the SHA-256 of what it is now:
 *
 * <ul>
 *   <li>statements: their text, with the header where it holds canonical forms of values
 *   <li>scripts ({@code .sh}, {@code .sql}): their text
 *   <li>files that we write for Oracle's programs, one part for each release: their template and the classes that fill it
 *   <li>adapters: the classes of their package, with those of {@code adapter.http} where they use it
 *   <li>formats that we read: the classes of their reader's package, or their reader
 * </ul>
 *
 * <p>Classes count without names of sources, lines and variables, so comments and their place change nothing. A compiler of
 * another release may write other code for the same source; what was proven then counts as changed, never the other way.
 */
public final class ProductParts {
    private static final String STATEMENTS = "gulliver/statements/";
    private static final String SCRIPTS = "gulliver/scripts/";
    private static final String ADAPTERS = "io/gulliver/adapter/";
    private static final String MOVEMENT = "io/gulliver/activity/movement/";
    private static final String BUILD = "io/gulliver/activity/build/";

    /** Releases of Oracle that files are written for, as {@code docs/oracle-files.md} has them. */
    private static final List<String> RELEASES = List.of("10.2", "11.2", "12.1", "12.2", "18", "19", "21", "23");

    /** Templates of files for Oracle's programs, and the classes that fill them. */
    private static final SortedMap<String, List<String>> GENERATED = new TreeMap<>(Map.of(
            "expdp.par",
            List.of(MOVEMENT + "DataPump", MOVEMENT + "Export", MOVEMENT + "OracleRelease"),
            "impdp.par",
            List.of(MOVEMENT + "DataPump", MOVEMENT + "Import", MOVEMENT + "OracleRelease"),
            "dbca.rsp",
            List.of(MOVEMENT + "CreateDatabase", MOVEMENT + "OracleRelease"),
            "install-db.rsp",
            List.of(BUILD + "InstallHome"),
            "install-grid.rsp",
            List.of(BUILD + "InstallHome"),
            "tnsnames.ora",
            List.of(ADAPTERS + "oracle/ConnectDescriptor", "io/gulliver/activity/systems/Databases"),
            "level-0.rman",
            List.of(MOVEMENT + "LevelZero"),
            "delete-level-0.rman",
            List.of(MOVEMENT + "LevelZero")));

    /** Logs of Oracle's programs that steps read, and their readers. */
    private static final SortedMap<String, String> LOGS = new TreeMap<>(
            Map.of("data-pump-log", ADAPTERS + "oracle/DataPumpLog", "dbca-log", ADAPTERS + "oracle/DbcaLog"));

    /** Of which databases the release decides; the others' files are for both. */
    private static final Map<String, Side> SIDES = Map.of(
            "expdp.par",
            Side.SOURCE,
            "impdp.par",
            Side.TARGET,
            "dbca.rsp",
            Side.TARGET,
            "install-db.rsp",
            Side.TARGET,
            "install-grid.rsp",
            Side.TARGET,
            "level-0.rman",
            Side.TARGET,
            "delete-level-0.rman",
            Side.TARGET);

    /** Releases in the header of a statement. */
    private static final com.google.re2j.Pattern VERSIONS =
            com.google.re2j.Pattern.compile("(?m)^versions: \\{min: \"([0-9.]+)\"(?:, max: \"([0-9.]+)\")?\\}$");

    private static final Pattern SHARED = Pattern.compile("\\{\\{> ([a-z0-9-]+\\.txt)}}");

    private static @Nullable List<ProductPart> loaded;

    private final PathMatchingResourcePatternResolver resolver;
    private final List<ProductPart> parts = new ArrayList<>();

    private ProductParts(PathMatchingResourcePatternResolver resolver) {
        this.resolver = resolver;
    }

    /** Those of this class path, without their releases. */
    public static List<Part> load() {
        return all().stream().map(ProductPart::part).toList();
    }

    /** Those of this class path, which is read once. Without the workers there are no adapters in it. */
    public static synchronized List<ProductPart> all() {
        List<ProductPart> known = loaded;
        if (known == null) {
            known = of(ProductParts.class.getClassLoader());
            loaded = known;
        }
        return known;
    }

    /** Those of a class path, sorted. */
    static List<ProductPart> of(ClassLoader classes) {
        ProductParts found = new ProductParts(new PathMatchingResourcePatternResolver(classes));
        try {
            found.statements();
            found.texts();
            found.adapters();
            found.formats();
        } catch (IOException e) {
            throw new UncheckedIOException("The parts of this product cannot be read from its class path", e);
        }
        found.parts.sort(Comparator.comparing(ProductPart::part));
        return List.copyOf(found.parts);
    }

    private void add(PartKind kind, String id, String hash, @Nullable ReleaseSpan releases) {
        parts.add(new ProductPart(new Part(kind, id, hash), releases));
    }

    private void statements() throws IOException {
        for (Resource file : resolver.getResources("classpath*:" + STATEMENTS + "*.sql")) {
            String name = String.valueOf(file.getFilename());
            String text = whole(text(file));
            com.google.re2j.Matcher versions = VERSIONS.matcher(text);
            add(
                    PartKind.STATEMENT,
                    name.substring(0, name.length() - ".sql".length()),
                    Json.sha256(statement(text)),
                    versions.find() ? new ReleaseSpan(versions.group(1), versions.group(2), Side.BOTH) : null);
        }
    }

    /** A statement's file with what it takes from files that several statements share. */
    private String whole(String file) {
        return SHARED.matcher(file).replaceAll(part -> {
            try {
                return Matcher.quoteReplacement(text(resolver.getResource("classpath:" + STATEMENTS + part.group(1)))
                        .strip());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** What of a statement's file is said to a database. */
    static String statement(String file) {
        String end = "\n---*/\n";
        int header = file.indexOf(end);
        return header < 0 || file.substring(0, header).contains("\nforms:")
                ? file
                : file.substring(header + end.length()).strip();
    }

    private void texts() throws IOException {
        for (Resource file : resolver.getResources("classpath*:" + SCRIPTS + "*.*")) {
            String name = String.valueOf(file.getFilename());
            String text = text(file);
            List<String> fill = GENERATED.get(name);
            if (fill == null) {
                add(PartKind.SCRIPT, name, Json.sha256(text), null);
                continue;
            }
            MessageDigest digest = Json.digest();
            digest.update(text.getBytes(StandardCharsets.UTF_8));
            for (String type : fill) {
                digest(digest, type);
            }
            String hash = HexFormat.of().formatHex(digest.digest());
            // DBCA below 12.2 is refused, see docs/oracle-files.md
            int from = name.equals("dbca.rsp") ? RELEASES.indexOf("12.2") : 0;
            // Homes of 19 alone are installed, see InstallHome.
            for (String release :
                    name.startsWith("install-") ? List.of("19") : RELEASES.subList(from, RELEASES.size())) {
                add(
                        PartKind.GENERATED_FILE,
                        name + " " + release,
                        hash,
                        new ReleaseSpan(release, release, SIDES.getOrDefault(name, Side.BOTH)));
            }
        }
    }

    private void adapters() throws IOException {
        for (Resource room : resolver.getResources("classpath*:" + ADAPTERS + "*/package-info.class")) {
            String url = room.getURL().toString();
            String path = url.substring(url.lastIndexOf(ADAPTERS), url.lastIndexOf('/') + 1);
            String name = path.substring(ADAPTERS.length(), path.length() - 1);
            if (!name.equals("http")) {
                add(PartKind.ADAPTER, name, room(path, ADAPTERS + "http/"), null);
            }
        }
    }

    private void formats() throws IOException {
        for (EvidenceKind kind : EvidenceKind.values()) {
            String room = room(kind);
            if (room != null) {
                add(PartKind.PARSED_FORMAT, kind.word(), room("io/gulliver/evidence/" + room + "/", null), null);
            }
        }
        for (Map.Entry<String, String> log : LOGS.entrySet()) {
            MessageDigest digest = Json.digest();
            if (digest(digest, log.getValue())) {
                add(PartKind.PARSED_FORMAT, log.getKey(), HexFormat.of().formatHex(digest.digest()), null);
            }
        }
    }

    /** The room of a kind's reader; null where people write the file, and no product. */
    private static @Nullable String room(EvidenceKind kind) {
        return switch (kind) {
            case AWR_MINER -> "awrminer";
            case SAR_TEXT, SADF_JSON -> "sar";
            case HOST_FACTS -> "host";
            case AWR_REPORT -> "awrreport";
            case ZVM_REPORT, CP_ANSWERS -> "zvm";
            case HMC_OBJECTS, HMC_METRICS -> "hmc";
            case ARRAY_VOLUMES -> "array";
            case LISTENER_LOG, HOST_PROGRAMS -> "client";
            case DISCOVERY_SPOOL -> "discovery";
            case INVENTORY_CSV, INVENTORY_XLSX, NOT_RECOGNISED -> null;
        };
    }

    /** Digest of a package and those below it. Tests of it may lie on the class path too: they have no package-info. */
    private String room(String path, @Nullable String shared) throws IOException {
        Resource[] infos = resolver.getResources("classpath*:" + path + "package-info.class");
        if (infos.length == 0) {
            throw new IOException("there is no package " + path);
        }
        String root = infos[0].getURL().toString();
        SortedMap<String, byte[]> classes = new TreeMap<>();
        boolean sharing = false;
        for (Resource one : resolver.getResources(root.substring(0, root.lastIndexOf('/') + 1) + "**/*.class")) {
            String url = one.getURL().toString();
            byte[] bytes = bytes(one);
            classes.put(url.substring(url.lastIndexOf(path)), bare(bytes));
            sharing |= shared != null && new String(bytes, StandardCharsets.ISO_8859_1).contains(shared);
        }
        MessageDigest digest = Json.digest();
        classes.forEach((name, bytes) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        });
        if (sharing && shared != null) {
            digest.update(room(shared, null).getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Puts a class and those inside it into a digest; false when it is not there. */
    private boolean digest(MessageDigest digest, String type) throws IOException {
        SortedMap<String, byte[]> classes = new TreeMap<>();
        for (String pattern : List.of(".class", "$*.class")) {
            for (Resource one : Stream.of(resolver.getResources("classpath*:" + type + pattern))
                    .filter(Resource::exists)
                    .toList()) {
                classes.put(String.valueOf(one.getFilename()), bare(bytes(one)));
            }
        }
        classes.values().forEach(digest::update);
        return !classes.isEmpty();
    }

    /** A class without what no machine runs: names of sources, lines, variables and parameters. */
    static byte[] bare(byte[] type) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(type).accept(writer, ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }

    private static String text(Resource file) throws IOException {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Resource file) throws IOException {
        try (InputStream in = file.getInputStream()) {
            return in.readAllBytes();
        }
    }
}
