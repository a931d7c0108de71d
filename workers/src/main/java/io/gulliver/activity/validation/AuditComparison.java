package io.gulliver.activity.validation;

import io.gulliver.activity.systems.AuditSettings;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.validation.CompareDictionary.Difference;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.assessment.crossing.CarryOver;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Whether what was audited still is: part of check V09 of {@code docs/domain/validation.md}. That the target audits more does no
 * harm.
 */
final class AuditComparison {
    private AuditComparison() {}

    /**
     * Compares and adds what differs.
     *
     * @param schemas accounts that cross
     * @param ours users of our own credentials
     * @param approved names that may differ: the approved change list
     * @param leftBehind what people leave behind, as {@link CarryOver} reads it
     * @param rehearsal whether only people of a production run set up what is audited
     * @return how many entries were compared
     */
    static int compare(
            OracleClient source,
            OracleClient target,
            Set<String> schemas,
            Set<String> ours,
            Set<String> approved,
            List<String> leftBehind,
            boolean rehearsal,
            List<Difference> found) {
        String owners = SessionRestriction.owners(List.copyOf(schemas));
        AuditSettings here = AuditSettings.of(source, owners, ours);
        AuditSettings there = AuditSettings.of(target, owners, ours);
        SortedMap<String, String> reasons = CarryOver.reasons(leftBehind);
        int compared = 0;
        for (CarryOver.Kind kind : AuditSettings.KINDS) {
            for (Map.Entry<String, AuditSettings.Setting> one : here.of(kind).entrySet()) {
                compared++;
                AuditSettings.Setting now = there.of(kind).get(one.getKey());
                if (now != null && now.same(one.getValue())) {
                    continue;
                }
                String reason = reasons.get(kind.words() + " " + one.getKey());
                String rule = approved.contains(one.getKey())
                        ? "approved change"
                        : reason != null
                                ? "left behind: " + reason
                                : rehearsal && kind != CarryOver.Kind.FINE_GRAINED_POLICY
                                        ? "set up in a production run alone; it is on the carry-over list"
                                        : null;
                found.add(new Difference(
                        "V09 " + kind.words(),
                        one.getKey(),
                        one.getValue().statement(),
                        now == null ? "missing" : now.statement(),
                        rule));
            }
        }
        return compared;
    }
}
