package io.gulliver.conformance;

import io.gulliver.domain.estate.FactSheet;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.name.NameStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.Preparation;
import io.gulliver.service.migration.Preparer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** What a proof adds to the application: facts that the conformance playbooks read, and an ear at the journal. */
@Configuration(proxyBeanMethods = false)
class ConformanceSetup {
    /** How long after its start a migration is to go live: short, because some steps wait for it. */
    static final Duration GO_LIVE = Duration.ofSeconds(3);

    static final FactSheet FACTS = FactSheet.of(
            1,
            Map.of(
                    "size_gb",
                    20.0,
                    "cpu_count",
                    4L,
                    "database.size_gb",
                    20.0,
                    "tablespaces",
                    List.of("system", "users", "data"),
                    "tablespace_size",
                    Map.of("system", 1.0, "users", 2.0, "data", 17.0),
                    "data_files",
                    List.of("system01.dbf", "users01.dbf", "data01.dbf")));

    @Bean
    @Primary
    Preparer conformancePreparer(
            MigrationStore migrations, ProgramStore programs, LibraryPlans plans, NameStore names) {
        return new Preparation(
                migrations,
                programs,
                plans,
                names,
                migration -> FACTS,
                migration -> migration.createdAt().plus(GO_LIVE));
    }

    @Bean
    JournalProbe journalProbe() {
        return new JournalProbe();
    }
}
