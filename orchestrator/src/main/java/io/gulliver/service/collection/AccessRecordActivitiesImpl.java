package io.gulliver.service.collection;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.workflow.AccessRecordActivities;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.ReadTag;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.program.ProgramStore;
import java.util.Arrays;
import java.util.List;

/** The store's side of trying access: what a worker must be told of a database, and where its answer goes. */
public final class AccessRecordActivitiesImpl implements AccessRecordActivities {
    /** Port of a listener of which the inventory says nothing. */
    public static final int LISTENER = 1521;

    /** Column of the inventory with further listeners of a cluster: SCAN, virtual addresses, {@code host} or {@code host:port}. */
    public static final String ADDRESSES = ReadTag.SOURCE_ADDRESSES.key();

    /** Column of the inventory with further hosts of a cluster. */
    public static final String NODES = ReadTag.SOURCE_NODES.key();

    private static final int MOST = 32;

    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final AccessStore access;

    public AccessRecordActivitiesImpl(ProgramStore programs, DatabaseStore databases, AccessStore access) {
        this.programs = programs;
        this.databases = databases;
        this.access = access;
    }

    @Override
    public List<AccessProbe> next(String program, int atMost) {
        List<String> waiting = access.waiting(program, atMost);
        if (waiting.isEmpty()) {
            return List.of();
        }
        ProgramPolicy policy = ProgramPolicy.of(programs.require(program));
        return waiting.stream()
                .map(name -> probe(databases.require(program, name).profile(), policy.collectionOf(name)))
                .toList();
    }

    /** What a column that the inventory may have lists, parted by blanks, commas or semicolons. */
    static List<String> listed(DatabaseProfile profile, String column) {
        return Arrays.stream(profile.tags().getOrDefault(column, "").strip().split("[\\s,;]+"))
                .filter(one -> !one.isEmpty())
                .distinct()
                .limit(MOST)
                .toList();
    }

    static AccessProbe probe(DatabaseProfile profile, CollectionPolicy policy) {
        Integer port = profile.sourcePort();
        return new AccessProbe(
                profile.database(),
                profile.sourceHost(),
                port == null ? LISTENER : port,
                profile.sourceService(),
                profile.credential(),
                profile.oracleVersion(),
                policy.diagnosticsPack(),
                policy.days(),
                listed(profile, ADDRESSES),
                listed(profile, NODES));
    }

    @Override
    public void keep(String program, String zone, List<AccessAnswer> answers) {
        access.keep(program, zone, answers);
    }
}
