package io.gulliver.ui.api.description;

import java.time.Duration;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes durations in the one form that every reader knows: RFC 3339's, which wants minutes between hours and seconds, in
 * whole seconds, and one sign in front where Java puts one at each part. Java reads it as its own.
 */
@Configuration(proxyBeanMethods = false)
public class IsoDurations {
    @Bean
    JsonMapperBuilderCustomizer durationsInOneForm() {
        SimpleModule module = new SimpleModule("iso-durations");
        module.addSerializer(Duration.class, new StdSerializer<Duration>(Duration.class) {
            @Override
            public void serialize(Duration value, JsonGenerator generator, SerializationContext context) {
                generator.writeString(text(value));
            }
        });
        return builder -> builder.addModule(module);
    }

    /** {@code PT8H}, {@code PT1H0M58S}, {@code -PT5M}, {@code PT0S}. */
    static String text(Duration value) {
        Duration whole = value.abs().plusMillis(500);
        long hours = whole.toHours();
        int minutes = whole.toMinutesPart();
        int seconds = whole.toSecondsPart();
        StringBuilder text = new StringBuilder("PT");
        if (hours > 0) {
            text.append(hours).append('H');
        }
        if (minutes > 0 || hours > 0 && seconds > 0) {
            text.append(minutes).append('M');
        }
        if (seconds > 0 || text.length() == 2) {
            text.append(seconds).append('S');
        }
        boolean before = value.isNegative() && !text.toString().equals("PT0S");
        return before ? "-" + text : text.toString();
    }
}
