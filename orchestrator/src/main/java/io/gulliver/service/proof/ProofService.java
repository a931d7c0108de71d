package io.gulliver.service.proof;

import io.gulliver.assessment.proof.Standing;
import io.gulliver.assessment.proof.Standings;
import io.gulliver.domain.proof.DatabaseReleases;
import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.ProductPart;
import io.gulliver.domain.proof.Proof;
import io.gulliver.persistence.proof.ProofStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What has met the real thing: which parts there are, and signed results that an operator brings. */
public final class ProofService {
    private final Supplier<List<ProductPart>> parts;
    private final ProofStore store;
    private final TrustedKeys keys;
    private final Releases releases;
    private final Clock clock;
    private volatile Read read = new Read(-1, List.of());

    /** How many databases there are by the releases between which they move. */
    @FunctionalInterface
    public interface Releases {
        /** @param programs which programs count, by key */
        Map<DatabaseReleases, Integer> count(Predicate<String> programs);
    }

    /** Results as they were while there were so many files. */
    private record Read(long files, List<KeptProof> proofs) {}

    /** @param parts of this product, see {@link ProductParts} */
    public ProofService(
            Supplier<List<ProductPart>> parts, ProofStore store, TrustedKeys keys, Releases releases, Clock clock) {
        this.parts = parts;
        this.store = store;
        this.keys = keys;
        this.releases = releases;
        this.clock = clock;
    }

    /**
     * What came of a file.
     *
     * @param signedBy name of the key that vouches for it
     * @param results in it
     * @param failed how many of them are failures
     * @param changed how many tell of a part that is not what it was
     * @param unknown how many tell of a part that this release does not have
     * @param added false when the same results were imported before; nothing is kept twice
     */
    public record Imported(String signedBy, int results, int failed, int changed, int unknown, boolean added) {}

    /**
     * Each part of the product, with what it has met and how many databases have releases of it, in the order of {@link
     * Standings#of}.
     *
     * @param programs whose databases count, by key
     */
    public List<Standing> standings(Predicate<String> programs) {
        return Standings.of(parts.get(), proofs(), keys.names(), releases.count(programs));
    }

    /** Read again once there are more files: another server may have taken one. */
    private List<KeptProof> proofs() {
        long files = store.files();
        Read known = read;
        if (known.files() != files) {
            known = new Read(files, store.list());
            read = known;
        }
        return known.proofs();
    }

    /**
     * Takes a file of results, all of it or nothing.
     *
     * @param bytes at most one more than {@link ProofFile#MAX_BYTES}
     * @param by who brings it
     * @throws io.gulliver.persistence.RefusedException with what is wrong with it
     */
    public Imported take(byte[] bytes, String by) {
        ProofFile.Verified file = ProofFile.read(bytes, keys.names(), clock.instant());
        boolean added = store.add(file.hash(), file.key(), file.signedBy(), file.report(), file.content(), by);
        List<Part> now = parts.get().stream().map(ProductPart::part).toList();
        int failed = 0;
        int changed = 0;
        int unknown = 0;
        for (Proof one : file.report().results()) {
            Part tried = one.part();
            Part found = now.stream().filter(tried::named).findFirst().orElse(null);
            failed += one.passed() ? 0 : 1;
            unknown += found == null ? 1 : 0;
            changed += found != null && !found.equals(tried) ? 1 : 0;
        }
        return new Imported(file.signedBy(), file.report().results().size(), failed, changed, unknown, added);
    }
}
