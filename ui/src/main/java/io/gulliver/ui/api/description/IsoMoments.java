package io.gulliver.ui.api.description;

import io.gulliver.domain.program.CalendarYears;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.function.Predicate;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ext.javatime.deser.InstantDeserializer;
import tools.jackson.databind.ext.javatime.deser.LocalDateDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Reads moments and days of JSON in the years that {@code date-time} and {@code date}, as they are answered, can write. */
@Configuration(proxyBeanMethods = false)
class IsoMoments {
    @Bean
    JsonMapperBuilderCustomizer momentsThatCanBeAnswered() {
        SimpleModule module = new SimpleModule("iso-moments");
        module.addDeserializer(
                Instant.class, new Within<>(Instant.class, InstantDeserializer.INSTANT, CalendarYears::hold));
        module.addDeserializer(
                LocalDate.class, new Within<>(LocalDate.class, LocalDateDeserializer.INSTANCE, CalendarYears::hold));
        return builder -> builder.addModule(module);
    }

    /** What another one reads, as far as it holds. */
    private static final class Within<T> extends StdDeserializer<T> {
        private final Class<T> type;
        private final ValueDeserializer<? extends T> wide;
        private final Predicate<T> holds;

        Within(Class<T> type, ValueDeserializer<? extends T> wide, Predicate<T> holds) {
            super(type);
            this.type = type;
            this.wide = wide;
            this.holds = holds;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) {
            T read;
            try {
                read = wide.deserialize(parser, context);
            } catch (DateTimeException beyondJava) {
                return type.cast(context.handleWeirdStringValue(type, parser.getString(), beyondJava.getMessage()));
            }
            return read == null || holds.test(read)
                    ? read
                    : type.cast(context.handleWeirdStringValue(type, read.toString(), "no such year"));
        }
    }
}
