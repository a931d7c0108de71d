package io.gulliver.ui.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import io.gulliver.secret.SecretRegistry;

/** The word {@code %mask(…)} of log patterns: blanks every live secret in what the brackets rendered, stack traces too. */
public final class MaskConverter extends CompositeConverter<ILoggingEvent> {
    @Override
    protected String transform(ILoggingEvent event, String rendered) {
        return SecretRegistry.process().mask(rendered);
    }
}
