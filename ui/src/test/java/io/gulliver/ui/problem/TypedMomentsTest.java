package io.gulliver.ui.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.format.support.DefaultFormattingConversionService;

class TypedMomentsTest {
    private final DefaultFormattingConversionService service = new DefaultFormattingConversionService();

    TypedMomentsTest() {
        new TypedMoments().addFormatters(service);
    }

    /** As routes and forms have them. */
    @SuppressWarnings("unused")
    private static final class Form {
        @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME)
        LocalDateTime start;

        @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
        LocalDate due;
    }

    private Object typed(String field, String text) throws NoSuchFieldException {
        return service.convert(
                text, TypeDescriptor.valueOf(String.class), new TypeDescriptor(Form.class.getDeclaredField(field)));
    }

    @Test
    void readsAndRefusesByTheYear() throws Exception {
        assertThat(typed("start", "2026-03-31T22:00")).isEqualTo(LocalDateTime.of(2026, 3, 31, 22, 0));
        assertThat(typed("due", "2026-03-31")).isEqualTo(LocalDate.of(2026, 3, 31));
        for (String year : new String[] {"+10000", "+200000", "+999999999", "0000"}) {
            assertThatThrownBy(() -> typed("start", year + "-01-01T00:00"))
                    .as(year)
                    .isInstanceOf(ConversionFailedException.class);
            assertThatThrownBy(() -> typed("due", year + "-01-01"))
                    .as(year)
                    .isInstanceOf(ConversionFailedException.class);
        }
    }
}
