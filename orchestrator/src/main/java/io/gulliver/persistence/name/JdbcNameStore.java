package io.gulliver.persistence.name;

import io.gulliver.persistence.NameExhaustedException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Names in a table; two unique constraints decide races. */
public final class JdbcNameStore implements NameStore {
    private final StoreDatabase db;

    public JdbcNameStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public String allocate(NameRequest request, List<String> proposals) {
        for (String proposal : proposals) {
            Optional<String> has = find(request);
            if (has.isPresent()) {
                return has.get();
            }
            if (owner(request.system(), request.kind(), proposal).isPresent()) {
                continue;
            }
            // None is made when either the owner got a name meanwhile, or the name an owner: the next round sees which.
            int made = db.jdbc()
                    .sql("""
                    insert into allocated_names (system_name, kind, owner, name, folded, allocated_at)
                    values (:system, :kind, :owner, :name, :folded, :at)
                    on conflict do nothing
                    """)
                    .param("system", request.system())
                    .param("kind", request.kind())
                    .param("owner", request.owner())
                    .param("name", proposal)
                    .param("folded", fold(proposal))
                    .param("at", RowValues.at(db.clock().instant()))
                    .update();
            if (made == 1) {
                return proposal;
            }
        }
        return find(request)
                .orElseThrow(() -> new NameExhaustedException("No free name for the " + request.kind() + " of "
                        + request.owner() + " on " + request.system() + ": all of " + proposals
                        + " are taken. Change the naming template, or free one."));
    }

    @Override
    public Optional<String> find(NameRequest request) {
        return db.jdbc()
                .sql("""
                select name from allocated_names where system_name = :system and kind = :kind and owner = :owner
                """)
                .param("system", request.system())
                .param("kind", request.kind())
                .param("owner", request.owner())
                .query(String.class)
                .optional();
    }

    @Override
    public Optional<String> owner(String system, String kind, String name) {
        return db.jdbc()
                .sql("""
                select owner from allocated_names where system_name = :system and kind = :kind and folded = :folded
                """)
                .param("system", system)
                .param("kind", kind)
                .param("folded", fold(name))
                .query(String.class)
                .optional();
    }

    @Override
    public SortedMap<String, String> owners(String system, String kind) {
        SortedMap<String, String> owners = new TreeMap<>();
        db.jdbc()
                .sql("select name, owner from allocated_names where system_name = :system and kind = :kind")
                .param("system", system)
                .param("kind", kind)
                .query((row, number) -> owners.put(row.getString("name"), row.getString("owner")))
                .list();
        return owners;
    }

    @Override
    public void release(NameRequest request) {
        db.jdbc()
                .sql("delete from allocated_names where system_name = :system and kind = :kind and owner = :owner")
                .param("system", request.system())
                .param("kind", request.kind())
                .param("owner", request.owner())
                .update();
    }

    private static String fold(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
