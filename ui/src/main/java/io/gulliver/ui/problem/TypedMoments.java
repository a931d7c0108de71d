package io.gulliver.ui.problem;

import io.gulliver.domain.program.CalendarYears;
import java.text.ParseException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.format.Parser;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.format.datetime.standard.Jsr310DateTimeFormatAnnotationFormatterFactory;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Reads days and times of forms and addresses in years that can be kept and written; others have the wrong form. */
@Configuration(proxyBeanMethods = false)
class TypedMoments implements WebMvcConfigurer {
    @Override
    public void addFormatters(FormatterRegistry registry) {
        registry.addFormatterForFieldAnnotation(new Within());
    }

    private static final class Within extends Jsr310DateTimeFormatAnnotationFormatterFactory {
        @Override
        public Parser<?> getParser(DateTimeFormat annotation, Class<?> type) {
            Parser<?> wide = super.getParser(annotation, type);
            Parser<Object> within = (text, locale) -> {
                Object read = wide.parse(text, locale);
                if (read instanceof LocalDate day && !CalendarYears.hold(day)
                        || read instanceof LocalDateTime moment && !CalendarYears.hold(moment)) {
                    throw new ParseException(text, 0);
                }
                return read;
            };
            return within;
        }
    }
}
