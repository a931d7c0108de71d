package io.gulliver.persistence.lease;

import io.gulliver.domain.lease.LeaseQueue;
import io.gulliver.domain.lease.LeaseRequest;
import io.gulliver.domain.lease.Slot;
import io.gulliver.domain.lease.SlotKind;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** Requests and leases in tables: a lease is a request with the time of its grant. */
public final class JdbcLeaseStore implements LeaseStore {
    private static final String ORDERED = """
            select r.id, r.migration, r.step_key, r.outage, r.wave, r.requested_at, r.granted_at, s.slot
            from lease_requests r join lease_slots s on s.request = r.id
            where %s
            order by r.id, s.slot
            """;
    private final StoreDatabase db;

    public JdbcLeaseStore(StoreDatabase db) {
        this.db = db;
    }

    /** Written by the journal, in its transaction: a step asks. A request that is there stays. */
    public void request(
            MigrationId migration,
            StepKey step,
            int generation,
            List<String> slots,
            boolean outage,
            @org.jspecify.annotations.Nullable Integer wave,
            Instant at) {
        int there = db.jdbc()
                .sql("select count(*) from lease_requests where migration = :migration and step_key = :step")
                .param("migration", migration.value())
                .param("step", step.toString())
                .query(Integer.class)
                .single();
        if (there > 0 || slots.isEmpty()) {
            return;
        }
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        db.jdbc()
                .sql("""
                insert into lease_requests (migration, step_key, generation, outage, wave, requested_at)
                values (:migration, :step, :generation, :outage, :wave, :at)
                """)
                .param("migration", migration.value())
                .param("step", step.toString())
                .param("generation", generation)
                .param("outage", outage)
                .param("wave", wave)
                .param("at", RowValues.at(at))
                .update(key, "id");
        long id = Objects.requireNonNull(key.getKey()).longValue();
        for (String slot : slots.stream().distinct().sorted().toList()) {
            db.jdbc()
                    .sql("insert into lease_slots (request, slot) values (:request, :slot)")
                    .param("request", id)
                    .param("slot", slot)
                    .update();
        }
    }

    /** Written by the journal, in its transaction: a step gives back what it holds or asked for. */
    public void release(MigrationId migration, StepKey step) {
        db.jdbc()
                .sql("delete from lease_requests where migration = :migration and step_key = :step")
                .param("migration", migration.value())
                .param("step", step.toString())
                .update();
    }

    /** Written by the journal, in its transaction: a migration ended. */
    public void releaseAll(MigrationId migration) {
        db.jdbc()
                .sql("delete from lease_requests where migration = :migration")
                .param("migration", migration.value())
                .update();
    }

    @Override
    public void setCapacity(String slot, int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Slot " + slot + ": capacity " + capacity + ", wanted 0 or more");
        }
        db.inTransaction(() -> {
            lockGranter();
            int changed = db.jdbc()
                    .sql("update slots set capacity = :capacity where slot = :slot")
                    .param("capacity", capacity)
                    .param("slot", slot)
                    .update();
            if (changed == 0) {
                db.jdbc()
                        .sql("insert into slots (slot, capacity) values (:slot, :capacity)")
                        .param("slot", slot)
                        .param("capacity", capacity)
                        .update();
            }
        });
    }

    @Override
    public void limit(String program, Map<String, Integer> limits) {
        db.inTransaction(() -> {
            lockGranter();
            db.jdbc()
                    .sql("delete from slots where starts_with(slot, :own)")
                    .param("own", SlotKind.of(program, ""))
                    .update();
            new TreeMap<>(limits).forEach((kind, capacity) -> setCapacity(SlotKind.of(program, kind), capacity));
        });
    }

    private void lockGranter() {
        db.jdbc()
                .sql("select chore from chores where chore = 'granter' for update")
                .query(String.class)
                .single();
    }

    @Override
    public List<Slot> slots() {
        return db.jdbc()
                .sql("""
                select n.slot, max(c.capacity) as capacity,
                    sum(case when r.granted_at is not null then 1 else 0 end) as held,
                    sum(case when r.id is not null and r.granted_at is null then 1 else 0 end) as waiting
                from (select slot from slots union select slot from lease_slots) n
                    left join slots c on c.slot = n.slot
                    left join lease_slots s on s.slot = n.slot
                    left join lease_requests r on r.id = s.request
                group by n.slot
                order by n.slot
                """)
                .query((row, n) -> {
                    String slot = row.getString("slot");
                    Integer capacity = RowValues.integerOrNull(row, "capacity");
                    return new Slot(
                            slot,
                            capacity == null ? SlotKind.room(slot) : capacity,
                            row.getInt("held"),
                            row.getInt("waiting"));
                })
                .list();
    }

    @Override
    public List<LeaseRequest> requests(String slot) {
        return read("r.id in (select x.request from lease_slots x where x.slot = :slot)", Map.of("slot", slot));
    }

    @Override
    public Optional<LeaseRequest> request(MigrationId migration, StepKey step) {
        return read(
                        "r.migration = :migration and r.step_key = :step",
                        Map.of("migration", migration.value(), "step", step.toString()))
                .stream()
                .findFirst();
    }

    @Override
    public OptionalInt ahead(MigrationId migration, StepKey step) {
        return new LeaseQueue(read("r.granted_at is null", Map.of())).ahead(migration, step);
    }

    @Override
    public List<LeaseRequest> grant(Instant now) {
        return db.inTransaction(() -> {
            lockGranter();
            LeaseQueue queue = new LeaseQueue(read("r.granted_at is null", Map.of()));
            if (queue.requests().isEmpty()) {
                return List.of();
            }
            List<LeaseRequest> granted = new ArrayList<>();
            for (LeaseRequest request : queue.grantable(slots())) {
                int changed = db.jdbc()
                        .sql("""
                        update lease_requests set granted_at = :at, told_at = null
                        where id = :id and granted_at is null
                        """)
                        .param("at", RowValues.at(now))
                        .param("id", request.id())
                        .update();
                if (changed == 1) {
                    granted.add(request.granted(now));
                }
            }
            return granted;
        });
    }

    @Override
    public List<StepKey> granted(MigrationId migration) {
        return db.jdbc()
                .sql("""
                select step_key from lease_requests where migration = :migration and granted_at is not null order by id
                """)
                .param("migration", migration.value())
                .query((row, n) -> StepKey.parse(row.getString("step_key")))
                .list();
    }

    @Override
    public List<LeaseRequest> untold(Instant before, int limit) {
        // Told at a time that is yet to come: the machine's clock was set back since.
        List<LeaseRequest> rows = read(
                """
                r.granted_at is not null and (r.told_at is null or r.told_at < :before or r.told_at > :now)
                    and exists (select 1 from migration_steps m where m.migration = r.migration
                        and m.step_key = r.step_key and m.state = 'WAITING_SLOT')
                """,
                Map.of(
                        "before", Objects.requireNonNull(RowValues.at(before)),
                        "now", Objects.requireNonNull(RowValues.at(db.clock().instant()))));
        return rows.subList(0, Math.min(limit, rows.size()));
    }

    @Override
    public void told(long request, Instant at) {
        db.jdbc()
                .sql("update lease_requests set told_at = :at where id = :id")
                .param("at", RowValues.at(at))
                .param("id", request)
                .update();
    }

    @Override
    public int freeEnded() {
        return db.jdbc().sql("""
                delete from lease_requests
                where migration in (select m.id from migrations m where m.mode = 'ENDED')
                """).update();
    }

    private List<LeaseRequest> read(String where, Map<String, Object> params) {
        Map<Long, LeaseRequest> rows = new LinkedHashMap<>();
        db.jdbc().sql(ORDERED.formatted(where)).params(params).query(row -> {
            long id = row.getLong("id");
            String slot = row.getString("slot");
            LeaseRequest there = rows.get(id);
            List<String> slots = new ArrayList<>(there == null ? List.<String>of() : there.slots());
            slots.add(slot);
            rows.put(
                    id,
                    new LeaseRequest(
                            id,
                            new MigrationId(row.getString("migration")),
                            StepKey.parse(row.getString("step_key")),
                            List.copyOf(slots),
                            row.getBoolean("outage"),
                            RowValues.integerOrNull(row, "wave"),
                            RowValues.instant(row, "requested_at"),
                            RowValues.instantOrNull(row, "granted_at")));
        });
        return new LeaseQueue(rows.values()).requests();
    }
}
