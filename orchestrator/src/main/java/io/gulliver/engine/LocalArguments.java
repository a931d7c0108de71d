package io.gulliver.engine;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.common.converter.DataConverterException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What local activities are asked for. It never leaves this process and is not recorded, so it is handed over as it is:
 * the SDK carries a slip, where JSON was written, sealed, opened and read before. Only values that nobody changes may be
 * handed over: records, whose maps and lists are replaced and never written to.
 *
 * <p>A slip is worth something only where it was made, and for as long as the SDK holds it: through all tries of the
 * call, with their pauses, and until the workflow leaves the memory.
 */
final class LocalArguments {
    private static final String ENCODING_KEY = "encoding";
    private static final ByteString ENCODING = ByteString.copyFromUtf8("gulliver/slip");

    private final AtomicLong last = new AtomicLong();
    private final Map<Payload, Object[]> kept = Collections.synchronizedMap(new WeakHashMap<>());

    Optional<Payloads> keep(@Nullable Object... values) {
        Payload slip = Payload.newBuilder()
                .putMetadata(ENCODING_KEY, ENCODING)
                .setData(ByteString.copyFromUtf8(Long.toString(last.incrementAndGet())))
                .build();
        kept.put(slip, values.clone());
        return Optional.of(Payloads.newBuilder().addPayloads(slip).build());
    }

    /** @throws DataConverterException for a slip that was not made here, or is worth nothing any more */
    @Nullable
    Object[] find(Optional<Payloads> content) {
        Object[] values = content.filter(payloads -> payloads.getPayloadsCount() == 1)
                .map(payloads -> kept.get(payloads.getPayloads(0)))
                .orElse(null);
        if (values == null) {
            throw new DataConverterException("The arguments of a local activity are not in this process any more");
        }
        return values.clone();
    }

    int size() {
        return kept.size();
    }
}
