package io.gulliver.engine;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;

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

    /** As {@link #encrypted(PayloadKeys, RefusedPayloads)}, where nobody asks what was refused. */
    public static DataConverter encrypted(PayloadKeys keys) {
        return encrypted(keys, new RefusedPayloads());
    }

    /**
     * Payloads, failure messages and stack traces sealed with the current key for the run that they belong to; what does
     * not carry such a seal is refused.
     *
     * @param refusals counts what did not open
     */
    public static DataConverter encrypted(PayloadKeys keys, RefusedPayloads refusals) {
        DataConverter named = DefaultDataConverter.newDefaultInstance()
                .withPayloadConverterOverrides(new NamedJsonConverter(mapper(), refusals));
        return new SealedConverter(named, new EncryptingCodec(keys, refusals), refusals);
    }
}
