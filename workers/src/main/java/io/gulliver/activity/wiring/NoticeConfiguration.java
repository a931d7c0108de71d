package io.gulliver.activity.wiring;

import io.gulliver.activity.notice.OuterMessenger;
import io.gulliver.contract.notice.Messenger;
import io.gulliver.contract.notice.NoticeSettings;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** The ways by which people are told, in a process for which the operator named some; it need not be one of the workers. */
@AutoConfiguration
@ConditionalOnBean(NoticeSettings.class)
public class NoticeConfiguration {
    @Bean
    Messenger messenger(NoticeSettings settings, Clock clock) {
        return new OuterMessenger(settings, SecretRegistry.process(), clock);
    }
}
