package io.gulliver.assessment.completeness;

import io.gulliver.domain.estate.Confidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How complete the picture of a database is.
 *
 * @param percent 0 to 100, rounded down, so that 100 means everything; what is only assumed counts half
 * @param threshold of the program, or null when it has none
 * @param below whether the score lies below the threshold
 * @param known needs that are met by a measured or declared fact
 * @param assumed needs that rest on a guess
 * @param missing needs that nothing meets, the heaviest first
 */
public record Completeness(
        int percent,
        @Nullable Integer threshold,
        boolean below,
        List<Met> known,
        List<Met> assumed,
        List<Missing> missing) {
    private static final double GUESSED = 0.5;

    public Completeness {
        known = List.copyOf(known);
        assumed = List.copyOf(assumed);
        missing = List.copyOf(missing);
    }

    /**
     * A need that is met.
     *
     * @param need id of it
     * @param title of it
     * @param fact that meets it
     */
    public record Met(String need, String title, String fact) {}

    /**
     * A need that is not met.
     *
     * @param need id of it
     * @param title of it
     * @param facts any one of which would do
     * @param usedBy words of who needs it, in order
     * @param weight of it
     * @param how to get it
     */
    public record Missing(
            String need, String title, List<String> facts, List<String> usedBy, double weight, String how) {
        public Missing {
            facts = List.copyOf(facts);
            usedBy = List.copyOf(usedBy);
        }
    }

    /**
     * Scores.
     *
     * @param needs all that is wanted
     * @param known confidence of each fact that is known, by name
     * @param threshold of the program, 0 to 100, or null
     */
    public static Completeness of(NeedList needs, Map<String, Confidence> known, @Nullable Integer threshold) {
        double all = 0;
        double have = 0;
        List<Met> met = new ArrayList<>();
        List<Met> guessed = new ArrayList<>();
        List<Missing> missing = new ArrayList<>();
        for (Need need : needs.needs()) {
            all += need.weight();
            String sure = need.anyOf().stream()
                    .filter(name -> known.containsKey(name) && known.get(name) != Confidence.ASSUMED)
                    .findFirst()
                    .orElse(null);
            String guess =
                    need.anyOf().stream().filter(known::containsKey).findFirst().orElse(null);
            if (sure != null) {
                have += need.weight();
                met.add(new Met(need.id(), need.title(), sure));
            } else if (guess != null) {
                have += need.weight() * GUESSED;
                guessed.add(new Met(need.id(), need.title(), guess));
            } else {
                missing.add(new Missing(
                        need.id(),
                        need.title(),
                        need.anyOf(),
                        need.usedBy().stream()
                                .sorted()
                                .map(use -> use.name().toLowerCase(java.util.Locale.ROOT))
                                .toList(),
                        need.weight(),
                        need.how()));
            }
        }
        missing.sort(java.util.Comparator.comparingDouble(Missing::weight).reversed());
        int percent = all == 0 ? 100 : (int) Math.floor(have / all * 100 + 1e-9);
        return new Completeness(percent, threshold, threshold != null && percent < threshold, met, guessed, missing);
    }
}
