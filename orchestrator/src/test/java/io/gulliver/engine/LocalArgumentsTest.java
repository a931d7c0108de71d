package io.gulliver.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.temporal.api.common.v1.Payloads;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.payload.context.ActivitySerializationContext;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocalArgumentsTest {
    private final LocalArguments arguments = new LocalArguments();

    @Test
    void handsOverTheSameValuesAtEachTry() {
        List<String> words = List.of("a", "b");
        Optional<Payloads> slip = arguments.keep(words, null, 7);
        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThat(arguments.find(slip)).as("try %d", attempt).containsExactly(words, null, 7);
        }
        assertThat(arguments.find(slip)[0]).isSameAs(words);
        assertThat(slip.orElseThrow().toByteString().toStringUtf8())
                .as("nothing of the values goes anywhere")
                .doesNotContain("a", "b");
    }

    @Test
    void takesNoSlipThatWasMadeElsewhere() {
        Optional<Payloads> foreign = new LocalArguments().keep("x");
        assertThatThrownBy(() -> arguments.find(foreign))
                .isInstanceOf(DataConverterException.class)
                .hasMessageContaining("not in this process");
        assertThatThrownBy(() -> arguments.find(Optional.empty())).isInstanceOf(DataConverterException.class);
    }

    @Test
    void keepsNothingOnceNobodyHoldsTheSlip() {
        Optional<Payloads> held = arguments.keep("held");
        for (int i = 0; i < 1000; i++) {
            arguments.keep("let go " + i);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            System.gc();
            return arguments.size() == 1;
        });
        assertThat(arguments.find(held)).containsExactly("held");
    }

    /** Only the arguments of local activities may be slips: for all that comes through the engine the seal is asked. */
    @Test
    void aSlipThatCameThroughTheEngineIsRefused() {
        DataConverter converter = io.gulliver.engine.Payloads.encrypted(PayloadKeys.generate());
        ActivitySerializationContext remote =
                new ActivitySerializationContext("gulliver", "run", "Migration", "Step_Invoke", "host-default", false);
        assertThatThrownBy(() -> converter
                        .withContext(remote)
                        .fromPayloads(arguments.keep("x"), new Class<?>[] {String.class}, new Type[] {String.class}))
                .isInstanceOf(RefusedPayloadException.class);
    }
}
