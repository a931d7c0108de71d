package io.gulliver.service.wiring;

import io.gulliver.persistence.answer.JdbcAnswerStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.migration.CommandService;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.PlaybookService;
import io.gulliver.service.migration.TaskOutputs;
import io.gulliver.service.migration.TaskService;
import io.gulliver.service.people.RepeatedRequests;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The services that take people's words: commands, tasks, playbooks, requests that come again. They need no engine. */
@Configuration(proxyBeanMethods = false)
public class CommandConfiguration {
    @Bean
    LibraryPlans libraryPlans(PlaybookLibrary library, ObjectProvider<PlaybookStore> store) {
        return new LibraryPlans(library, store::getObject);
    }

    @Bean
    TaskOutputs taskOutputs(LibraryPlans plans) {
        return new TaskOutputs(plans);
    }

    @Bean
    CommandService commandService(Stores stores) {
        return new CommandService(stores.commands());
    }

    @Bean
    TaskService taskService(Stores stores, Clock clock) {
        return new TaskService(stores.tasks(), stores.evidence(), clock);
    }

    @Bean
    PlaybookService playbookService(Stores stores, PlaybookLibrary library) {
        return new PlaybookService(stores.playbooks(), library);
    }

    @Bean
    RepeatedRequests repeatedRequests(Stores stores) {
        return new RepeatedRequests(new JdbcAnswerStore(stores.database()));
    }
}
