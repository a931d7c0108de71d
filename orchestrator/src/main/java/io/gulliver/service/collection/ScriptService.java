package io.gulliver.service.collection;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.contract.activity.DiscoveryScripts;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.program.ProgramStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands out the discovery script of a database: for its release, and with what its program allows. */
public final class ScriptService {
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final DiscoveryScripts scripts;

    public ScriptService(ProgramStore programs, DatabaseStore databases, DiscoveryScripts scripts) {
        this.programs = programs;
        this.databases = databases;
        this.scripts = scripts;
    }

    /**
     * The script's text.
     *
     * @param release that the caller knows better than the inventory, or null
     * @throws io.gulliver.persistence.UnknownRowException no such program or database
     */
    public String script(String program, String database, @Nullable String release) {
        Program owner = programs.require(program);
        String told = Optional.ofNullable(release)
                .filter(text -> !text.isBlank())
                .or(() -> Optional.ofNullable(
                        databases.require(program, database).profile().oracleVersion()))
                .orElse("");
        boolean licensed = ProgramPolicy.of(owner).collectionOf(database).diagnosticsPack();
        return scripts.script(told, licensed);
    }
}
