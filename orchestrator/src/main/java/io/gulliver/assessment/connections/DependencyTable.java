package io.gulliver.assessment.connections;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.HostDependency.Build;
import io.gulliver.evidence.Regex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which programs have a build for Linux on IBM Z: editable data, each answer with its source. */
public final class DependencyTable {
    private record Entry(List<Pattern> names, String product, Build s390x, String said) {}

    private final List<Entry> entries;

    private DependencyTable(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * Reads the table.
     *
     * @param document {@code entries} of {@code names}, {@code product}, {@code s390x} (yes, no, unknown) and
     *     {@code source}, or {@code ask} where it is unknown; {@code checked}, the day on which that was read, else
     *     the document's {@code as_of} counts
     * @throws IllegalArgumentException all that is wrong with it
     */
    public static DependencyTable of(Map<String, Object> document) {
        List<String> wrong = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        if (!(document.get("entries") instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("dependencies/s390x.yaml: wanted a list 'entries'");
        }
        for (int i = 0; i < list.size(); i++) {
            String where = "entries[" + i + "]";
            if (!(list.get(i) instanceof Map<?, ?> entry)) {
                wrong.add(where + ": wanted names, product, s390x and source");
                continue;
            }
            List<Pattern> names = new ArrayList<>();
            if (entry.get("names") instanceof List<?> given) {
                for (Object name : given) {
                    try {
                        names.add(Pattern.compile(String.valueOf(name), Pattern.CASE_INSENSITIVE));
                    } catch (PatternSyntaxException e) {
                        wrong.add(where + ".names: '" + name + "' is no pattern: " + e.getDescription());
                    }
                }
            }
            Build build = build(entry.get("s390x"));
            Object said = entry.get(build == Build.UNKNOWN ? "ask" : "source");
            Object product = entry.get("product");
            if (names.isEmpty() || build == null || !(said instanceof String text) || !(product instanceof String of)) {
                wrong.add(where + ": wanted names, product, s390x (yes, no, unknown) and source, or ask when unknown");
                continue;
            }
            Object checked = entry.get("checked") == null ? document.get("as_of") : entry.get("checked");
            if (checked != null && !Regex.matches(String.valueOf(checked), "\\d{4}-\\d\\d-\\d\\d")) {
                wrong.add(where + ".checked: '" + checked + "' is no day such as 2026-11-21");
                continue;
            }
            entries.add(new Entry(
                    List.copyOf(names), of, build, checked == null ? text : text + " (read " + checked + ")"));
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("dependencies/s390x.yaml: " + String.join("; ", wrong));
        }
        return new DependencyTable(entries);
    }

    private static @Nullable Build build(@Nullable Object given) {
        // YAML reads yes and no as truths
        String text = String.valueOf(given).toLowerCase(Locale.ROOT);
        return switch (text) {
            case "yes", "true" -> Build.YES;
            case "no", "false" -> Build.NO;
            case "unknown" -> Build.UNKNOWN;
            default -> null;
        };
    }

    /** Judges a program; what is in no entry is unknown and must be asked. */
    public HostDependency judge(String name, HostDependency.Kind kind, String detail, String source, Instant at) {
        for (Entry entry : entries) {
            for (Pattern pattern : entry.names()) {
                if (pattern.matcher(name).matches()) {
                    return new HostDependency(
                            name, kind, detail, entry.product(), entry.s390x(), entry.said(), source, at);
                }
            }
        }
        return new HostDependency(
                name,
                kind,
                detail,
                null,
                Build.UNKNOWN,
                "in no list: ask who runs it what it is and whether it is compiled",
                source,
                at);
    }
}
