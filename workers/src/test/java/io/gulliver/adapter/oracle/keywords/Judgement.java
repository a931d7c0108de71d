package io.gulliver.adapter.oracle.keywords;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the tables say of one text for an Oracle program.
 *
 * @param refused what the program would not take, or what no table vouches for; empty when it passes
 * @param warned entries that it rests on and that nobody looked up (<i>practice</i>)
 */
public record Judgement(List<String> refused, List<String> warned) {

    public Judgement {
        refused = List.copyOf(refused);
        warned = List.copyOf(warned);
    }

    /** Collects while judging. */
    static final class Collector {
        private final SortedSet<String> refused = new TreeSet<>();
        private final SortedSet<String> warned = new TreeSet<>();

        void refuse(String why) {
            refused.add(why);
        }

        void warn(String what) {
            warned.add(what);
        }

        /** A broken rule: refused, or warned of when the rule itself is practice. */
        void broken(boolean practice, String why) {
            (practice ? warned : refused).add((practice ? "rule of practice broken: " : "") + why);
        }

        /** An accepted name: a warning names its entry when that was never looked up. */
        void rests(KeywordTable table, String kind, String name, KeywordTable.Entry entry) {
            if (entry.practice()) {
                warn(table.name() + " " + kind + " " + name);
            } else if ("practice".equals(entry.find("release_confidence"))) {
                warn(table.name() + " " + kind + " " + name + " (its first release)");
            }
        }

        Judgement judgement() {
            return new Judgement(List.copyOf(refused), List.copyOf(warned));
        }
    }
}
