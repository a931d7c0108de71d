package io.gulliver.service.planning;

import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.planning.method.Method;
import io.gulliver.service.migration.LibraryPlans;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The playbooks that may run, by the method that they carry. */
public final class ApprovedPlaybooks {
    private static final Logger LOG = LoggerFactory.getLogger(ApprovedPlaybooks.class);
    private static final Comparator<PlaybookRow> NEWEST =
            Comparator.comparingInt(PlaybookRow::version).thenComparing(PlaybookRow::name);

    private final PlaybookStore playbooks;
    private final LibraryPlans plans;

    public ApprovedPlaybooks(PlaybookStore playbooks, LibraryPlans plans) {
        this.playbooks = playbooks;
        this.plans = plans;
    }

    /** The newest one of each method that has one. */
    public Map<Method, PlaybookRow> newest() {
        Map<Method, PlaybookRow> newest = new TreeMap<>();
        for (PlaybookRow row : approved()) {
            try {
                Method.find(carries(row))
                        .ifPresent(method -> newest.merge(method, row, (a, b) -> NEWEST.compare(a, b) >= 0 ? a : b));
            } catch (UnknownRowException unreadable) {
                // of an earlier version of Gulliver: it cannot be run, and hides no other
                LOG.warn("playbook={} version={} is left out: {}", row.name(), row.version(), unreadable.getMessage());
            }
        }
        return newest;
    }

    /** The newest one of this name, or of this version of it. */
    public Optional<PlaybookRow> named(String name, @Nullable Integer version) {
        return approved().stream()
                .filter(row -> row.name().equals(name) && (version == null || row.version() == version))
                .max(NEWEST);
    }

    /** Key of the method that a playbook carries. */
    public String carries(PlaybookRow row) {
        return plans.playbook(row.hash()).method();
    }

    private List<PlaybookRow> approved() {
        return playbooks.list().stream().filter(row -> row.approvedBy() != null).toList();
    }
}
