package io.gulliver.persistence.engine;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.JdbcAuditStore;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.dao.DuplicateKeyException;

/** The payload keys ever used, in a table. */
public final class JdbcPayloadKeyStore implements PayloadKeyStore {
    private final StoreDatabase db;

    public JdbcPayloadKeyStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public SortedMap<String, String> list() {
        SortedMap<String, String> keys = new TreeMap<>();
        db.jdbc().sql("select id, check_value from payload_keys order by id").query(row -> {
            keys.put(row.getString("id"), row.getString("check_value"));
        });
        return keys;
    }

    @Override
    public void use(String id, String check) {
        if (list().containsKey(id)) {
            return;
        }
        try {
            db.jdbc()
                    .sql("insert into payload_keys (id, check_value, first_used_at) values (:id, :check, :at)")
                    .param("id", id)
                    .param("check", check)
                    .param("at", RowValues.at(db.clock().instant()))
                    .update();
        } catch (DuplicateKeyException another) {
            // another process noted it at the same moment; whether it is the same key is seen by comparing
        }
    }

    @Override
    public void forgetAll(String by) {
        db.inTransaction(() -> {
            SortedMap<String, String> forgotten = list();
            if (forgotten.isEmpty()) {
                return;
            }
            db.jdbc().sql("delete from payload_keys").update();
            new JdbcAuditStore(db)
                    .append(new AuditEvent(
                            null,
                            db.clock().instant(),
                            by,
                            "engine.keys-forgotten",
                            "engine",
                            null,
                            null,
                            null,
                            Map.of("keys", List.copyOf(forgotten.keySet()))));
        });
    }
}
