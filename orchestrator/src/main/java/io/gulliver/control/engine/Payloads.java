package io.gulliver.control.engine;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import java.util.List;

/** Builds the converter that turns our records into what Temporal stores: JSON, then encrypted. */
public final class Payloads {
    private Payloads() {}

    /** The mapper of every payload: unknown fields are ignored, so that an older process reads a newer one's words. */
    public static ObjectMapper mapper() {
        return JacksonJsonPayloadConverter.newDefaultObjectMapper()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
    }

    /** Payloads as plain JSON: for tests and for replaying recorded histories. */
    public static DataConverter plain() {
        return DefaultDataConverter.newDefaultInstance()
                .withPayloadConverterOverrides(new JacksonJsonPayloadConverter(mapper()));
    }

    /** Payloads, failure messages and stack traces encrypted with the current key. */
    public static DataConverter encrypted(PayloadKeys keys) {
        return new CodecDataConverter(plain(), List.of(new EncryptingCodec(keys)), true);
    }
}
