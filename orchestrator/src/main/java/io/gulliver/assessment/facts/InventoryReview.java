package io.gulliver.assessment.facts;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.ReadTag;
import io.gulliver.evidence.inventory.InventoryColumn;
import io.gulliver.evidence.inventory.InventoryProblem;
import io.gulliver.evidence.inventory.InventoryReading;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.method.MethodRules;
import io.gulliver.planning.method.ReleaseReach;
import io.gulliver.planning.method.ReleaseTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What of an inventory that reads well is still worth a question: columns that nobody reads, and releases that go nowhere.
 *
 * @param facts what people can say of a database by a column of its name
 * @param methods which releases each way across takes
 * @param releases those that a target can have
 */
public record InventoryReview(FactCatalogue facts, MethodRules methods, ReleaseTable releases) {
    /** Columns beside those of an inventory that Gulliver reads, as headers spell them. */
    public SortedSet<String> tags() {
        SortedSet<String> tags = new TreeSet<>(ReadTag.keys());
        tags.addAll(facts.stated().keySet());
        return tags;
    }

    /** Values that are kept as they are, and of which somebody should know what they mean. */
    public List<InventoryProblem> remarks(InventoryReading reading) {
        List<InventoryProblem> remarks = new ArrayList<>();
        for (InventoryReading.Row row : reading.rows()) {
            DatabaseProfile profile = row.profile();
            String source = profile.oracleVersion();
            if (source != null) {
                ReleaseReach reach = ReleaseReach.of(methods, source);
                if (reach.nowhere()) {
                    remarks.add(remark(
                            reading,
                            row,
                            InventoryColumn.ORACLE_VERSION,
                            source,
                            "no way across takes a source of this release: " + String.join("; ", reach.reasons()),
                            "Correct it where it is misspelt; else " + reach.remedy()));
                }
            }
            String target = profile.targetRelease();
            if (target != null && releases.find(target).isEmpty()) {
                remarks.add(remark(
                        reading,
                        row,
                        InventoryColumn.TARGET_RELEASE,
                        target,
                        "the table of releases for Linux on IBM Z has no such release",
                        "Choose one of "
                                + String.join(
                                        ", ",
                                        releases.releases().stream()
                                                .filter(ReleaseTable.Entry::certified)
                                                .map(ReleaseTable.Entry::release)
                                                .toList())));
            }
        }
        return List.copyOf(remarks);
    }

    private static InventoryProblem remark(
            InventoryReading reading,
            InventoryReading.Row row,
            InventoryColumn column,
            String value,
            String why,
            String remedy) {
        return new InventoryProblem(reading.sheet(), row.line(), column.key(), value, why, remedy);
    }
}
