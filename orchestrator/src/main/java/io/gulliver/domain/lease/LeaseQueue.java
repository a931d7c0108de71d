package io.gulliver.domain.lease;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Requests in the order in which they are served: those held, then outage first, then wave, then order of request. */
public final class LeaseQueue {
    private static final Comparator<LeaseRequest> ORDER = Comparator.comparing(
                    (LeaseRequest request) -> request.grantedAt() == null)
            .thenComparing(request -> !request.outage())
            .thenComparing(LeaseRequest::wave, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(LeaseRequest::id);

    private final List<LeaseRequest> requests;

    public LeaseQueue(Collection<LeaseRequest> requests) {
        this.requests = requests.stream().sorted(ORDER).toList();
    }

    /** All of them, in order. */
    public List<LeaseRequest> requests() {
        return requests;
    }

    /** Those that wait, in order. */
    public List<LeaseRequest> waiting() {
        return requests.stream().filter(request -> request.grantedAt() == null).toList();
    }

    /**
     * Those that can be granted now. A request that must wait holds its place: nothing that it needs is given to a later
     * one, or a long one would starve.
     *
     * @param slots capacity of what is scarce, and how much of it is held; see {@link SlotKind#room} for a thing nobody set
     */
    public List<LeaseRequest> grantable(Collection<Slot> slots) {
        Map<String, Integer> free = new TreeMap<>();
        for (Slot slot : slots) {
            free.put(slot.name(), slot.capacity() - slot.held());
        }
        List<LeaseRequest> grantable = new ArrayList<>();
        for (LeaseRequest request : waiting()) {
            if (request.slots().stream().allMatch(slot -> free.getOrDefault(slot, SlotKind.room(slot)) > 0)) {
                grantable.add(request);
            }
            request.slots().forEach(slot -> free.put(slot, free.getOrDefault(slot, SlotKind.room(slot)) - 1));
        }
        return List.copyOf(grantable);
    }

    /** How many that want some of the same are served before this step; empty when it does not wait. 0 is next. */
    public OptionalInt ahead(MigrationId migration, StepKey step) {
        List<LeaseRequest> before = new ArrayList<>();
        for (LeaseRequest request : waiting()) {
            if (request.migration().equals(migration) && request.step().equals(step)) {
                return OptionalInt.of((int) before.stream()
                        .filter(other -> other.slots().stream().anyMatch(request.slots()::contains))
                        .count());
            }
            before.add(request);
        }
        return OptionalInt.empty();
    }
}
