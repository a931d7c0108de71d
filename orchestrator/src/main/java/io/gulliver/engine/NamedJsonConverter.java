package io.gulliver.engine;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.common.converter.PayloadConverter;
import io.temporal.payload.context.SerializationContext;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JSON that names the record it was written from, and is read as no other. Under a seal the name cannot be changed, so
 * that a call's recorded input or heartbeat, sealed for the same run and activity, is not taken for its answer.
 */
final class NamedJsonConverter extends JacksonJsonPayloadConverter {
    private static final String RECORD_KEY = "record";

    private final ObjectMapper mapper;
    private final RefusedPayloads refusals;
    private final SealedFor run;

    NamedJsonConverter(ObjectMapper mapper, RefusedPayloads refusals) {
        this(mapper, refusals, SealedFor.NO_RUN);
    }

    private NamedJsonConverter(ObjectMapper mapper, RefusedPayloads refusals, SealedFor run) {
        super(mapper);
        this.mapper = mapper;
        this.refusals = refusals;
        this.run = run;
    }

    @Override
    public PayloadConverter withContext(SerializationContext context) {
        return new NamedJsonConverter(mapper, refusals, SealedFor.of(context));
    }

    @Override
    public Optional<Payload> toData(@Nullable Object value) {
        Optional<Payload> payload = super.toData(value);
        return value instanceof Record
                ? payload.map(json -> json.toBuilder()
                        .putMetadata(
                                RECORD_KEY,
                                ByteString.copyFromUtf8(value.getClass().getSimpleName()))
                        .build())
                : payload;
    }

    /** @throws RefusedPayloadException for a payload that was written from another record, or from none */
    @Override
    public <T> T fromData(Payload content, Class<T> valueType, Type valueGenericType) {
        if (valueType.isRecord()) {
            ByteString written = content.getMetadataMap().get(RECORD_KEY);
            String name = written == null ? "no record" : written.toStringUtf8();
            if (!name.equals(valueType.getSimpleName())) {
                refusals.refused(RefusedPayloads.Reason.OTHER_RECORD, run);
                throw new RefusedPayloadException("A payload for " + run + " holds " + name + ", wanted "
                        + valueType.getSimpleName() + ": somebody put it in another's place. It is refused. Look who"
                        + " else can reach the engine.");
            }
        }
        return super.fromData(content, valueType, valueGenericType);
    }
}
