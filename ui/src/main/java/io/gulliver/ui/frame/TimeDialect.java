package io.gulliver.ui.frame;

import java.time.Instant;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.thymeleaf.context.ITemplateContext;
import org.thymeleaf.dialect.AbstractProcessorDialect;
import org.thymeleaf.engine.AttributeName;
import org.thymeleaf.model.IProcessableElementTag;
import org.thymeleaf.processor.IProcessor;
import org.thymeleaf.processor.element.IElementTagStructureHandler;
import org.thymeleaf.standard.processor.AbstractStandardExpressionAttributeTagProcessor;
import org.thymeleaf.standard.processor.StandardXmlNsTagProcessor;
import org.thymeleaf.templatemode.TemplateMode;
import org.unbescape.html.HtmlEscape;

/**
 * Writes a moment into an element: {@code <td at:moment="${wave.start()}">}. Its words are those of {@link Formats}, its
 * title is the same in UTC, and of a {@code time} element the {@code datetime} too.
 */
@Component
class TimeDialect extends AbstractProcessorDialect {
    private static final String PREFIX = "at";

    /** Behind the standard dialect, whose conditions and variables hold here. */
    private static final int BEHIND_STANDARD = 1100;

    TimeDialect() {
        super("Moments", PREFIX, BEHIND_STANDARD);
    }

    @Override
    public Set<IProcessor> getProcessors(String dialectPrefix) {
        return Set.of(
                new Moment(dialectPrefix, "moment", Formats::moment),
                new Moment(dialectPrefix, "when", Formats::when),
                new Moment(dialectPrefix, "day", Formats::day),
                new Moment(dialectPrefix, "exact", Formats::exact),
                new Moment(dialectPrefix, "full", Formats::full),
                new Moment(dialectPrefix, "second", Formats::second),
                new StandardXmlNsTagProcessor(TemplateMode.HTML, dialectPrefix));
    }

    private static final class Moment extends AbstractStandardExpressionAttributeTagProcessor {
        private static final int AS_TEXT = 1300;

        private final BiFunction<Formats, @Nullable Instant, String> words;

        Moment(String prefix, String name, BiFunction<Formats, @Nullable Instant, String> words) {
            super(TemplateMode.HTML, prefix, name, AS_TEXT, true);
            this.words = words;
        }

        @Override
        protected void doProcess(
                ITemplateContext context,
                IProcessableElementTag tag,
                AttributeName attribute,
                String value,
                @Nullable Object result,
                IElementTagStructureHandler structure) {
            if (!(context.getVariable("fmt") instanceof Formats fmt)) {
                throw new IllegalStateException("a page without 'fmt' has " + attribute + "=" + value);
            }
            if (result != null && !(result instanceof Instant)) {
                throw new IllegalArgumentException(attribute + "=" + value + " is no moment but a "
                        + result.getClass().getSimpleName());
            }
            Instant at = (Instant) result;
            structure.setBody(HtmlEscape.escapeHtml5Xml(words.apply(fmt, at)), false);
            if (at != null) {
                structure.setAttribute("title", fmt.utc(at));
                if (tag.getElementCompleteName().equals("time")) {
                    structure.setAttribute("datetime", fmt.iso(at));
                }
            }
        }
    }
}
