package io.gulliver.activity.validation;

import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.assessment.comparison.Narrowing.Both;
import io.gulliver.assessment.comparison.SegmentedTable;
import io.gulliver.assessment.comparison.TableVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a comparison has found so far, in one small file on the target's host, so that whoever goes on need not begin
 * again. It saves work and nothing depends on it: without the file all tables are compared. Safe for many threads once it
 * was read.
 */
final class ComparisonNotes implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ComparisonNotes.class);
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    /**
     * The file.
     *
     * @param digest how rows were compared; by another way all is compared again
     * @param segments large tables that are on their way, by OWNER.TABLE
     */
    record Noted(
            String digest,
            List<TableVerdict> verdicts,
            @Nullable SortedMap<String, Both<SegmentedTable>> segments) {}

    private final Systems systems;
    private final SshHost host;
    private final String path;
    private final Map<String, TableVerdict> verdicts = new TreeMap<>();
    private final SortedMap<String, Both<SegmentedTable>> segments = new TreeMap<>();
    private String digest = "";
    private long saved = System.nanoTime();
    private boolean changed;

    ComparisonNotes(Systems systems, SshHost host, String job) {
        this.systems = systems;
        this.host = host;
        this.path = ".gulliver/" + job + ".json";
    }

    /** Reads what an earlier watch has found by the same way. */
    void read(String way) {
        digest = way;
        String text = systems.jobs().readFile(host, path);
        if (text.isEmpty()) {
            return;
        }
        try {
            Noted noted = JsonMapper.shared().readValue(text, Noted.class);
            if (noted.digest().equals(way)) {
                noted.verdicts().forEach(verdict -> verdicts.put(verdict.table(), verdict));
                segments.putAll(noted.segments() == null ? Map.of() : noted.segments());
            }
        } catch (JacksonException e) {
            log.warn("Notes of a comparison are not understood, all is compared again: {} on {}", path, host.name());
        }
    }

    /** What is known of a table, or null. */
    @Nullable
    synchronized TableVerdict find(String table) {
        return verdicts.get(table);
    }

    synchronized void add(TableVerdict verdict) {
        verdicts.put(verdict.table(), verdict);
        segments.remove(verdict.table());
        changed();
    }

    /** How far a large table has come, or empty. */
    synchronized Optional<Both<SegmentedTable>> findSegments(String table) {
        return Optional.ofNullable(segments.get(table));
    }

    synchronized void add(String table, Both<SegmentedTable> far) {
        segments.put(table, far);
        changed();
    }

    private void changed() {
        changed = true;
        if (System.nanoTime() - saved > BETWEEN.toNanos()) {
            save();
        }
    }

    private void save() {
        systems.jobs()
                .writeFile(
                        host,
                        path,
                        JsonMapper.shared()
                                .writeValueAsString(new Noted(digest, new ArrayList<>(verdicts.values()), segments)));
        saved = System.nanoTime();
        changed = false;
    }

    /** The comparison is done. */
    synchronized void remove() {
        changed = false;
        systems.jobs().removeFile(host, path);
    }

    /** Whatever ended the watch, what it found stays. */
    @Override
    public synchronized void close() {
        if (changed) {
            try {
                save();
            } catch (SshException e) {
                log.warn("What was compared could not be noted: {}", e.getMessage());
            }
        }
    }
}
