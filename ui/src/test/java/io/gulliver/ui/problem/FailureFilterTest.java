package io.gulliver.ui.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class FailureFilterTest {
    /** Nobody can be told by an answer that is half sent: the log is the one place that says why. */
    @Test
    void aPageThatStopsInItsMiddleIsLoggedWithWhatBrokeIt() {
        ProblemWriter problems = mock();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(FailureFilter.class);
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/programs/legacy");
        MockHttpServletResponse response = new MockHttpServletResponse();

        IOException sent = new IOException("could not write", new SocketException("Broken pipe"));
        assertThatThrownBy(() -> new FailureFilter(problems).doFilter(request, response, (in, out) -> {
                    out.getWriter().write("<html>");
                    out.flushBuffer();
                    throw sent;
                }))
                .isSameAs(sent);

        verifyNoInteractions(problems);
        assertThat(log.list)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage, STRING)
                .contains("Not sent whole", "method=GET path=/programs/legacy")
                .contains("cause=java.net.SocketException: Broken pipe");
    }
}
