package io.gulliver.ui.inventory;

import io.gulliver.evidence.inventory.InventoryProblem;
import io.gulliver.evidence.inventory.UnknownColumn;
import io.gulliver.service.collection.InventoryImport;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an import would do or could not do, cut to what a page can show.
 *
 * @param preview whether it was only looked at
 * @param added new databases
 * @param changes changed databases and applications, each with its fields
 * @param unchanged databases that are as they were
 * @param people applications for which somebody is named for the first time
 * @param changed how many databases change
 * @param changedPeople how many applications get other people
 * @param unknown columns that nobody knows: tags, or misspelt
 * @param remarks the first values that are taken as they are, and of which somebody should know what they mean
 * @param remarked how many there are
 * @param problems the first problems
 * @param wrong how many problems there are
 */
record InventoryView(
        boolean preview,
        List<String> added,
        List<Change> changes,
        int unchanged,
        List<String> people,
        int changed,
        int changedPeople,
        List<UnknownColumn> unknown,
        List<InventoryProblem> remarks,
        int remarked,
        List<InventoryProblem> problems,
        int wrong) {
    private static final int SHOWN = 200;

    InventoryView {
        added = List.copyOf(added);
        changes = List.copyOf(changes);
        people = List.copyOf(people);
        unknown = List.copyOf(unknown);
        remarks = List.copyOf(remarks);
        problems = List.copyOf(problems);
    }

    /** A database or an application whose fields change. */
    record Change(String name, List<InventoryImport.Field> fields) {
        Change {
            fields = List.copyOf(fields);
        }
    }

    static InventoryView of(InventoryImport.Difference difference, boolean preview) {
        return new InventoryView(
                preview,
                difference.added().stream().map(InventoryImport.Added::database).toList(),
                Stream.concat(
                                difference.changed().stream().map(one -> new Change(one.database(), one.fields())),
                                difference.people().changed().stream()
                                        .map(one -> new Change(one.application(), one.fields())))
                        .limit(SHOWN)
                        .toList(),
                difference.unchanged(),
                difference.people().added(),
                difference.changed().size(),
                difference.people().changed().size(),
                difference.unknown(),
                difference.remarks().stream().limit(SHOWN).toList(),
                difference.remarks().size(),
                difference.rejected().stream().limit(SHOWN).toList(),
                difference.rejected().size());
    }

    /** Changes that are not listed. */
    public int moreChanges() {
        return changed + changedPeople - changes.size();
    }

    /** Remarks that are not listed. */
    public int moreRemarks() {
        return remarked - remarks.size();
    }

    /** Problems that are not listed. */
    public int moreProblems() {
        return wrong - problems.size();
    }

    public boolean nothing() {
        return added.isEmpty() && changes.isEmpty() && people.isEmpty();
    }
}
