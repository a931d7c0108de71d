package io.gulliver.engine;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.ApplicationFailureInfo;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.payload.context.ActivitySerializationContext;
import io.temporal.payload.context.SerializationContext;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.lang.reflect.Type;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The converter of a guarded engine: seals and opens by the {@link EncryptingCodec}, and takes nothing unsealed.
 *
 * <p>Three things the SDK's own converter does not do. What a handler does not ask for is never opened: a signal without
 * parameters is a hint, and whatever somebody sent with it can neither be read nor fail the workflow task (the SDK opens
 * all payloads first, and an exception of the codec there fails the task for ever). What a handler asks for must be
 * there: the SDK would call it with null. And a failure that claims to come from our code must carry our seal over all that
 * it says; else it is refused, as its message and type would be the sender's.
 *
 * <p>What a local activity is asked for stays in this process: see {@link LocalArguments}. Its answer is recorded, and so
 * sealed.
 */
final class SealedConverter implements DataConverter {
    private final CodecDataConverter inner;
    private final RefusedPayloads refusals;
    private final SealedFor run;
    private final LocalArguments arguments;
    private final boolean local;

    SealedConverter(DataConverter plain, EncryptingCodec codec, RefusedPayloads refusals) {
        this(
                new CodecDataConverter(plain, List.of(codec), true),
                refusals,
                SealedFor.NO_RUN,
                new LocalArguments(),
                false);
    }

    private SealedConverter(
            CodecDataConverter inner,
            RefusedPayloads refusals,
            SealedFor run,
            LocalArguments arguments,
            boolean local) {
        this.inner = inner;
        this.refusals = refusals;
        this.run = run;
        this.arguments = arguments;
        this.local = local;
    }

    @Override
    public DataConverter withContext(SerializationContext context) {
        return new SealedConverter(
                inner.withContext(context),
                refusals,
                SealedFor.of(context),
                arguments,
                context instanceof ActivitySerializationContext activity && activity.isLocal());
    }

    @Override
    public <T> Optional<Payload> toPayload(@Nullable T value) {
        return inner.toPayload(value);
    }

    @Override
    public <T> T fromPayload(Payload payload, Class<T> valueClass, Type valueType) {
        return inner.fromPayload(payload, valueClass, valueType);
    }

    @Override
    public Optional<Payloads> toPayloads(@Nullable Object... values) {
        if (local && WorkflowUnsafe.isWorkflowThread()) {
            return arguments.keep(values);
        }
        return inner.toPayloads(values);
    }

    @Override
    public <T> T fromPayloads(int index, Optional<Payloads> content, Class<T> valueType, Type valueGenericType) {
        return inner.fromPayloads(index, content, valueType, valueGenericType);
    }

    @Override
    public @Nullable Object[] fromPayloads(
            Optional<Payloads> content, Class<?>[] parameterTypes, Type[] genericParameterTypes) {
        if (local && !WorkflowUnsafe.isWorkflowThread()) {
            return arguments.find(content);
        }
        int sent = content.map(Payloads::getPayloadsCount).orElse(0);
        if (parameterTypes.length == 0) {
            if (sent > 0 && !isReplaying()) {
                refusals.refused(RefusedPayloads.Reason.UNASKED, run);
            }
            return new Object[0];
        }
        if (sent < parameterTypes.length) {
            refusals.refused(RefusedPayloads.Reason.MISSING, run);
            throw new RefusedPayloadException("A message for " + run + " holds " + sent + " payloads, wanted "
                    + parameterTypes.length + ", so nobody of this installation wrote it. It is refused. Look who else"
                    + " can reach the engine.");
        }
        return inner.fromPayloads(content, parameterTypes, genericParameterTypes);
    }

    /** A signal that the history holds was counted when it came. */
    private static boolean isReplaying() {
        return WorkflowUnsafe.isWorkflowThread() && WorkflowUnsafe.isReplaying();
    }

    /** The SDK's own conversion, and a sealed print of each part that claims to come from our code. */
    @Override
    public Failure exceptionToFailure(Throwable throwable) {
        return printed(inner.exceptionToFailure(throwable));
    }

    private Failure printed(Failure failure) {
        Failure.Builder part = failure.toBuilder();
        if (part.hasApplicationFailureInfo()) {
            inner.toPayload(print(failure))
                    .ifPresent(part.getApplicationFailureInfoBuilder().getDetailsBuilder()::addPayloads);
        }
        if (part.hasCause()) {
            part.setCause(printed(part.getCause()));
        }
        return part.build();
    }

    /**
     * Names all that a failure says. Its message and details are sealed one by one, and its type is not: without the
     * print, parts of a recorded failure could be sent again under another type or without the call that they name.
     */
    private static String print(Failure failure) {
        ApplicationFailureInfo info = failure.getApplicationFailureInfo();
        StringBuilder all = new StringBuilder()
                .append(info.getNonRetryable())
                .append(' ')
                .append(hash(ByteString.copyFromUtf8(info.getType())))
                .append(' ')
                .append(hash(failure.getEncodedAttributes().getData()));
        for (Payload detail : info.getDetails().getPayloadsList()) {
            all.append(' ').append(hash(detail.getData()));
        }
        return all.toString();
    }

    private static String hash(ByteString bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    /** Answers the failure's exception, or a {@link RefusedPayloadException} for one that does not carry our seal. */
    @Override
    public RuntimeException failureToException(Failure failure) {
        try {
            return inner.failureToException(checked(failure));
        } catch (RefusedPayloadException refused) {
            return refused;
        }
    }

    /** The failure without its prints, each of which fits. */
    private Failure checked(Failure failure) {
        Failure.Builder part = failure.toBuilder();
        if (part.hasApplicationFailureInfo()) {
            int last = part.getApplicationFailureInfo().getDetails().getPayloadsCount() - 1;
            if (!part.hasEncodedAttributes() || last < 0) {
                refusals.refused(RefusedPayloads.Reason.UNSEALED, run);
                throw new RefusedPayloadException("A failure for " + run + " is not sealed, so nobody of this"
                        + " installation wrote it. It is refused. Look who else can reach the engine.");
            }
            Payload print = part.getApplicationFailureInfo().getDetails().getPayloads(last);
            part.getApplicationFailureInfoBuilder().getDetailsBuilder().removePayloads(last);
            if (last == 0) {
                part.getApplicationFailureInfoBuilder().clearDetails();
            }
            if (!print(part.build()).equals(opened(print))) {
                refusals.refused(RefusedPayloads.Reason.DAMAGED, run);
                throw new RefusedPayloadException("A failure for " + run + " was put together from recorded parts. It"
                        + " is refused. Look who else can reach the engine.");
            }
        }
        if (part.hasCause()) {
            part.setCause(checked(part.getCause()));
        }
        return part.build();
    }

    private @Nullable String opened(Payload print) {
        try {
            return inner.fromPayload(print, String.class, String.class);
        } catch (RefusedPayloadException e) {
            throw e;
        } catch (DataConverterException e) {
            return null; // sealed, and no print: one of the failure's own details
        }
    }
}
