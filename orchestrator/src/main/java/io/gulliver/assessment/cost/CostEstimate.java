package io.gulliver.assessment.cost;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a migration takes, line by line.
 *
 * @param currency of all amounts, or null while the program has none
 * @param lines in the order of kind
 * @param licences by product, used, owned, needed, and the peak while both run
 * @param priced lines and licences that have an amount
 * @param total of the priced ones, or null when nothing is priced
 * @param complete whether everything is priced; if not, the total is of a part
 * @param missing what has no quantity, and why
 */
public record CostEstimate(
        @Nullable String currency,
        List<Line> lines,
        List<Licence> licences,
        int priced,
        @Nullable Range total,
        boolean complete,
        List<String> missing) {
    /** What stands in place of an amount. */
    public static final String NO_PRICE = "no price set";

    public CostEstimate {
        lines = List.copyOf(lines);
        licences = List.copyOf(licences);
        missing = List.copyOf(missing);
    }

    /**
     * Something that is bought or worked.
     *
     * @param item under which its rate is set: {@code ifl}, {@code labour.dba}
     * @param what for people
     * @param role that works, or null
     * @param stage in which, or null
     * @param quantity of it
     * @param unit of the quantity
     * @param source of the quantity
     * @param rate or null
     * @param amount or null without a rate
     * @param note {@link #NO_PRICE}, or who set the rate
     */
    public record Line(
            String item,
            String what,
            @Nullable String role,
            @Nullable String stage,
            Range quantity,
            String unit,
            String source,
            CostRates.@Nullable Rate rate,
            @Nullable Range amount,
            String note) {}

    /**
     * Licences of one product or option.
     *
     * @param product of it
     * @param unit in which all counts are
     * @param used at the source, or null while its cores are unknown
     * @param owned by a person's word, for the whole program, or null
     * @param needed at the target, or null while its IFLs are unknown
     * @param peak the most while both run: by the dates of the plan, or all at once while there are none; or null
     * @param missing to be had for the peak beyond what is owned, or null
     * @param metric and how it was counted
     * @param rate or null
     * @param amount of what is missing, or null without rate or count; zero only when what is owned is enough
     * @param note what stands against an amount, or who set the rate
     */
    public record Licence(
            String product,
            Metric unit,
            @Nullable Double used,
            CostRates.@Nullable Owned owned,
            @Nullable Range needed,
            @Nullable Range peak,
            @Nullable Range missing,
            String metric,
            CostRates.@Nullable Rate rate,
            @Nullable Range amount,
            String note) {}

    /** How licences are counted. */
    public enum Metric {
        PROCESSOR("processors"),
        NAMED_USER_PLUS("named users"),
        SOCKET("sockets");

        private final String told;

        Metric(String told) {
            this.told = told;
        }

        /** For people. */
        public String told() {
            return told;
        }
    }
}
