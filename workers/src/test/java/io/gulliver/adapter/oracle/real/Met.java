package io.gulliver.adapter.oracle.real;

import io.gulliver.adapter.oracle.StatementLog;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.Proof;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of the product one test used against the real thing. A test of a suite takes it as its last parameter ({@link
 * MetExtension}); what it says counts as the test ends: parts that were <em>used</em> passed when the test did, and failed when
 * it did not, whoever was to blame. What the test judged by itself ({@link #said}) keeps its own verdict.
 */
public final class Met {
    private final String suite;
    private final Map<String, Part> known = new LinkedHashMap<>();
    private final Clock clock;
    private final Map<String, Result> results = new LinkedHashMap<>();
    private String release = "";
    private String banner = "";

    private record Result(Part part, String how, @Nullable Boolean passed) {}

    /** @param parts of the product as it is here */
    public Met(String suite, List<Part> parts, Clock clock) {
        this.suite = suite;
        this.clock = clock;
        parts.forEach(part -> known.put(part.kind() + " " + part.id(), part));
    }

    /** What the other end is; before the test ends. */
    public Met at(String release, String banner) {
        if (release.isBlank()) {
            throw new IllegalArgumentException("a database that does not say its release proves nothing");
        }
        this.release = release.strip();
        this.banner = cut(banner.strip(), 300);
        return this;
    }

    /** Used; it worked when the whole test passes. */
    public void used(PartKind kind, String id, String how) {
        add(kind, id, how, null);
    }

    /** Used, and this is what came of it. */
    public void said(PartKind kind, String id, String how, boolean passed) {
        add(kind, id, how, passed);
    }

    private void add(PartKind kind, String id, String how, @Nullable Boolean passed) {
        Part part = known.get(kind + " " + id);
        if (part == null) {
            throw new IllegalArgumentException("there is no " + kind.word() + " " + id + " in this product");
        }
        results.merge(
                kind + " " + id,
                new Result(part, cut(how, 300), passed),
                // one failure of several uses is what counts
                (before, after) -> Boolean.FALSE.equals(before.passed()) ? before : after);
    }

    /**
     * Hears of what a client says to a database: each statement that was answered, and the adapter with it. A refusal is
     * judged by the test and not here, for some are what it asks for.
     */
    public StatementLog log(String how) {
        return call -> {
            if (!call.outcome().startsWith("ok")) {
                return;
            }
            used(PartKind.ADAPTER, "oracle", how);
            if (known.containsKey(PartKind.STATEMENT + " " + call.statement())) {
                used(PartKind.STATEMENT, call.statement(), how);
            }
        };
    }

    /** What is to be told once the test has ended. */
    public List<Proof> ended(boolean passed) {
        if (release.isEmpty() && !results.isEmpty()) {
            throw new IllegalStateException("parts were used, and it was not said against which release");
        }
        List<Proof> proofs = new ArrayList<>();
        for (Result one : results.values()) {
            boolean well = one.passed() == null ? passed : one.passed();
            String how = one.passed() == null && !passed ? cut("in a test that failed: " + one.how(), 300) : one.how();
            proofs.add(new Proof(
                    one.part(), release, banner, clock.instant().truncatedTo(ChronoUnit.SECONDS), suite, how, well));
        }
        return proofs;
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
