package io.gulliver.persistence.lease;

import io.gulliver.domain.lease.LeaseRequest;
import io.gulliver.domain.lease.Slot;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Scarce things: who holds them, who waits. Requests and releases are written by the journal. */
public interface LeaseStore {
    /** Sets how many may hold a thing at once. A thing nobody set has the room of its kind. */
    void setCapacity(String slot, int capacity);

    /** Sets how many steps of a program may hold each kind of thing at once; one that is not named has the room of its kind. */
    void limit(String program, Map<String, Integer> limits);

    /** All things by name. */
    List<Slot> slots();

    /** Requests for a thing: held ones first, then those waiting in the order they will be served. */
    List<LeaseRequest> requests(String slot);

    /** What a step asked for, waiting or held; empty when it did not. */
    Optional<LeaseRequest> request(MigrationId migration, StepKey step);

    /** How many are served before this step; empty when it does not wait. 0 is next. */
    OptionalInt ahead(MigrationId migration, StepKey step);

    /**
     * Gives what is free to those who wait, under the granter's lock: outage first, then wave, then order of request. A
     * request that must wait holds its place: nothing it needs is given to a later one.
     *
     * @return requests granted by this call
     */
    List<LeaseRequest> grant(Instant now);

    /** Steps of the migration that hold all they asked for, in the order of their requests. */
    List<StepKey> granted(MigrationId migration);

    /** Granted requests whose step still waits and that were not told since {@code before}. */
    List<LeaseRequest> untold(Instant before, int limit);

    /** Notes that the waiter was told. */
    void told(long request, Instant at);

    /** Frees what ended migrations still hold or ask for; answers how many. */
    int freeEnded();
}
