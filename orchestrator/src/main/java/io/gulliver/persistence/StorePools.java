package io.gulliver.persistence;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** The store's connections, a bounded pool for each {@link StoreLane}; seen from outside as one source. */
final class StorePools implements AutoCloseable {
    static final int ENGINE_CONNECTIONS = 12;
    static final int PAGE_CONNECTIONS = 8;
    private static final Duration PAGE_PATIENCE = Duration.ofSeconds(3);

    private final HikariDataSource engine;
    private final HikariDataSource pages;
    private final DataSource lanes;
    private final DataSource source;

    private StorePools(HikariDataSource engine, HikariDataSource pages) {
        this.engine = engine;
        this.pages = pages;
        AbstractRoutingDataSource routed = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return StoreLane.current();
            }
        };
        routed.setTargetDataSources(Map.of(StoreLane.ENGINE, engine, StoreLane.PAGES, pages));
        routed.setDefaultTargetDataSource(engine);
        routed.afterPropertiesSet();
        this.lanes = routed;
        this.source = StorePools.class.desiredAssertionStatus() ? new OneConnection(lanes) : lanes;
    }

    /** @param config how to connect; names and sizes are set here */
    static StorePools open(HikariConfig config) {
        HikariDataSource engine = new HikariDataSource(sized(config, "store", ENGINE_CONNECTIONS, 1));
        try {
            return new StorePools(engine, pages(config));
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** A page that gets no connection soon is answered 503, and whoever asks comes again. */
    private static HikariDataSource pages(HikariConfig config) {
        HikariConfig pages = sized(config, "store-pages", PAGE_CONNECTIONS, 0);
        pages.setConnectionTimeout(PAGE_PATIENCE.toMillis());
        return new HikariDataSource(pages);
    }

    private static HikariConfig sized(HikariConfig config, String name, int connections, int idle) {
        HikariConfig sized = new HikariConfig();
        config.copyStateTo(sized);
        sized.setPoolName(name);
        sized.setMaximumPoolSize(connections);
        sized.setMinimumIdle(idle);
        return sized;
    }

    DataSource dataSource() {
        return source;
    }

    /** For Flyway, which holds its lock on one connection while it works on another. */
    DataSource forSchema() {
        return lanes;
    }

    void retire() {
        for (HikariDataSource pool : List.of(engine, pages)) {
            if (pool.getHikariPoolMXBean() != null) {
                pool.getHikariPoolMXBean().softEvictConnections();
            }
        }
    }

    @Override
    public void close() {
        pages.close();
        engine.close();
    }
}
