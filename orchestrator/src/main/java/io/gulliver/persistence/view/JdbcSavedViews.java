package io.gulliver.persistence.view;

import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import java.util.List;
import org.springframework.dao.DataIntegrityViolationException;

/** Saved views in a table. */
public final class JdbcSavedViews implements SavedViews {
    private final StoreDatabase db;

    public JdbcSavedViews(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public List<SavedView> list(String program, String person) {
        return db.jdbc()
                .sql("""
                select owner, name, address, shared from saved_views
                where program = :program and (owner = :person or shared) order by name, owner
                """)
                .param("program", program)
                .param("person", person)
                .query((row, n) -> new SavedView(
                        program,
                        row.getString("owner"),
                        row.getString("name"),
                        row.getString("address"),
                        row.getBoolean("shared")))
                .list();
    }

    @Override
    public void keep(SavedView view) {
        try {
            db.inTransaction(() -> {
                remove(view.program(), view.owner(), view.name());
                db.jdbc()
                        .sql("""
                        insert into saved_views (program, owner, name, address, shared, saved_at)
                        values (:program, :owner, :name, :address, :shared, :at)
                        """)
                        .param("program", view.program())
                        .param("owner", view.owner())
                        .param("name", view.name())
                        .param("address", view.address())
                        .param("shared", view.shared())
                        .param("at", RowValues.at(db.clock().instant()))
                        .update();
            });
        } catch (DataIntegrityViolationException e) {
            throw new UnknownRowException("There is no program '" + view.program() + "', or the view was kept by the"
                    + " same person at the same moment. Load the grid again.");
        }
    }

    @Override
    public void drop(String program, String owner, String name) {
        if (remove(program, owner, name) == 0) {
            throw new UnknownRowException("You have no view '" + name + "'. Load the grid again.");
        }
    }

    private int remove(String program, String owner, String name) {
        return db.jdbc()
                .sql("delete from saved_views where program = :program and owner = :owner and name = :name")
                .param("program", program)
                .param("owner", owner)
                .param("name", name)
                .update();
    }
}
