package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.real.Met;
import io.gulliver.adapter.oracle.real.OracleImage;
import io.gulliver.service.proof.ProductParts;
import java.time.Clock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the suites for real databases say that they used is a part of the product, at each of their releases. */
class RealSuitesTest {
    @ParameterizedTest
    @EnumSource(OracleImage.class)
    void whatTheyUseIsAPart(OracleImage image) {
        Met met = new Met("Suite", ProductParts.load(), Clock.systemUTC()).at(image.release(), image.tag());
        RealDataPumpIT.use(met, image.release());
        assertThat(met.ended(true)).hasSize(11);
        if (image.dbcaSchema().isPresent()) {
            RealDbcaIT.use(met, image.release());
            assertThat(met.ended(true)).hasSize(12);
        }
    }
}
