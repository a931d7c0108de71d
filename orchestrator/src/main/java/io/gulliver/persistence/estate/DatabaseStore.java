package io.gulliver.persistence.estate;

import io.gulliver.domain.estate.Application;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.MoveGroup;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.persistence.view.DatabaseReader;
import java.util.Collection;
import java.util.List;

/** The source databases of programs. Names are unique in a program whatever their case. */
public interface DatabaseStore extends DatabaseReader {

    /**
     * Adds databases that are not there yet, with six empty stages each, their landings, and one audit entry each.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     * @throws io.gulliver.persistence.IdempotencyConflictException one of the names exists
     */
    void add(String program, Collection<DatabaseProfile> profiles, String by);

    /**
     * Changes a database when nobody else did since; its landing follows when the target columns changed.
     *
     * @param version the version that was edited
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    SourceDatabase update(String program, DatabaseProfile profile, long version, String by);

    /** Applications with their databases, by name. */
    List<Application> applications(String program);

    /** Move groups with their databases, by name. */
    List<MoveGroup> moveGroups(String program);
}
