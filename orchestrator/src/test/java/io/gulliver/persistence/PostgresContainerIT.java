package io.gulliver.persistence;

import org.junit.jupiter.api.Nested;
import org.testcontainers.junit.jupiter.Testcontainers;

/**
 * The stores' contracts on a PostgreSQL of an image, the oldest release that is still supported; skipped, and said so,
 * where there is no Docker engine. The embedded PostgreSQL of the same contracts is a newer one.
 */
@Testcontainers(disabledWithoutDocker = true)
class PostgresContainerIT {
    @Nested
    class AnswerStore extends AnswerStoreTest.Contract {
        AnswerStore() {
            super(Engine.POSTGRES_CONTAINER);
        }
    }

    @Nested
    class CommandStore extends CommandStoreTest.Contract {
        CommandStore() {
            super(Engine.POSTGRES_CONTAINER);
        }
    }

    @Nested
    class EstateServices extends EstateServicesTest.Contract {
        EstateServices() {
            super(Engine.POSTGRES_CONTAINER);
        }
    }

    @Nested
    class EstateStores extends EstateStoresTest.Contract {
        EstateStores() {
            super(Engine.POSTGRES_CONTAINER);
        }
    }

    @Nested
    class JournalStore extends JournalStoreTest.Contract {
        JournalStore() {
            super(Engine.POSTGRES_CONTAINER);
        }
    }

    @Nested
    class SmallStores extends SmallStoresTest.Contract {
        SmallStores() {
            super(Engine.POSTGRES_CONTAINER);
        }
    }

    @Nested
    class TaskStore extends TaskStoreTest.Contract {
        TaskStore() {
            super(Engine.POSTGRES_CONTAINER);
        }
    }
}
