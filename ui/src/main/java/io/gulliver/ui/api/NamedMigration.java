package io.gulliver.ui.api;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.Page;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import java.util.Set;

/** Finds the migration that an address names, in the same way for every call of the API. */
final class NamedMigration {
    private NamedMigration() {}

    /**
     * A migration by its id, or by its number in the program: ids may hold slashes, numbers never do.
     *
     * @throws Refusal 404 when the program has none of that name
     */
    static Migration require(MigrationReader migrations, String program, String id) {
        if (id.matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(id);
            String cursor = null;
            do {
                Page<Migration> page = migrations.list(new MigrationQuery(program, null, null, Set.of(), cursor, 1000));
                for (Migration migration : page.rows()) {
                    if (migration.number() == number) {
                        return migration;
                    }
                }
                cursor = page.next();
            } while (cursor != null);
            throw Refusal.notFound("problem.migration", id);
        }
        return migrations
                .find(UnfitException.made(() -> new MigrationId(id)))
                .filter(found -> found.program().equals(program))
                .orElseThrow(() -> Refusal.notFound("problem.migration", id));
    }
}
