package io.gulliver.service.planning;

import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.collection.InventoryImport.Difference;
import java.io.IOException;
import java.util.Collection;
import java.util.SortedSet;

/** Takes inventories into programs, within the limits of uploads, and lets the plan follow. */
public final class InventoryService {
    private static final String WHAT = "The inventory";

    private final IntakeGate gate;
    private final InventoryImport inventory;
    private final PlanService planning;

    public InventoryService(IntakeGate gate, InventoryImport inventory, PlanService planning) {
        this.gate = gate;
        this.inventory = inventory;
        this.planning = planning;
    }

    /** Shows what an import would do; writes nothing. Throws as {@link InventoryImport#preview} and {@link IntakeGate#read}. */
    public Difference preview(String program, byte[] file) throws IOException {
        return gate.read(WHAT, () -> inventory.preview(program, file));
    }

    /** Imports the file, or nothing of it. Throws as {@link InventoryImport#apply} and {@link IntakeGate#read}. */
    public Difference apply(String program, byte[] file, boolean partial, Collection<String> tags, String by)
            throws IOException {
        Difference difference = gate.read(WHAT, () -> inventory.apply(program, file, partial, tags, by));
        if (difference.applied()) {
            planning.replan(program);
        }
        return difference;
    }

    /** Columns beside those of an inventory that Gulliver reads, as headers spell them. */
    public SortedSet<String> tags() {
        return inventory.tags();
    }
}
