package io.gulliver.contract.activity;

import io.gulliver.domain.estate.SeenClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who was connected to one database at one moment.
 *
 * @param database its name in the program
 * @param clients by service, machine, program, user and driver
 * @param problem why nobody could be asked, or null
 * @param refused whether the database knows our user or its password not: trying again may lock the account
 */
public record SessionSample(
        String database, List<SeenClient> clients, @Nullable String problem, boolean refused) {
    public SessionSample {
        clients = List.copyOf(clients);
    }
}
