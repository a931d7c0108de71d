package io.gulliver.evidence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects problems without letting a broken file fill the memory: of each kind in each section the first
 * {@value #EACH} are told one by one, the others counted.
 */
public final class Problems {
    static final int EACH = 3;
    private static final int ALL = 1000;

    private record Key(String section, String advice) {}

    private final List<EvidenceProblem> told = new ArrayList<>();
    private final Map<Key, long[]> counts = new LinkedHashMap<>();
    private @Nullable EvidenceProblem cut;

    /** Problems with one advice are of one kind. */
    public void add(long line, @Nullable String section, String message, String advice) {
        Key key = new Key(section == null ? "" : section, advice);
        long[] count = counts.get(key);
        if (count == null) {
            if (counts.size() >= ALL) {
                return;
            }
            count = new long[1];
            counts.put(key, count);
        }
        if (count[0]++ < EACH) {
            told.add(new EvidenceProblem(line, section, message, advice));
        }
    }

    /** That the file ends before its end; the first one counts. */
    public void cut(long line, @Nullable String section, String message, String advice) {
        add(line, section, message, advice);
        if (cut == null) {
            cut = new EvidenceProblem(line, section, message, advice);
        }
    }

    /** Why the file is not whole, or null. */
    public @Nullable EvidenceProblem cut() {
        return cut;
    }

    /** All that were told, then one for each kind that was only counted. */
    public List<EvidenceProblem> list() {
        List<EvidenceProblem> all = new ArrayList<>(told);
        counts.forEach((key, count) -> {
            if (count[0] > EACH) {
                all.add(new EvidenceProblem(
                        0,
                        key.section().isEmpty() ? null : key.section(),
                        count[0] - EACH + " more of the same kind as the " + EACH + " told above",
                        key.advice()));
            }
        });
        return all;
    }
}
