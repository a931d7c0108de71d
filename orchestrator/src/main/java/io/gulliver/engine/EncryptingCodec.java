package io.gulliver.engine;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.gulliver.engine.RefusedPayloads.Reason;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.context.SerializationContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts every payload with AES-256-GCM before it leaves the process, and opens only what was sealed for the run in
 * which it arrives. Temporal stores what this returns.
 *
 * <p>A stored payload has metadata {@code encoding=binary/encrypted} and the key's id; its data is a 12-byte random
 * nonce and the sealed original. What is sealed begins with the {@link SealedFor run} that it belongs to, then the
 * payload, metadata included; the key's id is authenticated with it. Whoever reaches the engine without the key can
 * therefore neither write a payload nor copy one from another run: such payloads are refused and counted.
 */
final class EncryptingCodec implements PayloadCodec {
    private static final ByteString ENCODING = ByteString.copyFromUtf8("binary/encrypted");
    private static final String ENCODING_KEY = "encoding";
    private static final String KEY_ID = "encryption-key-id";
    /** Authenticated with each payload: another layout of what is sealed gets another name. */
    private static final String LAYOUT = "gulliver-payload-2:";

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    /** Looking for a provider takes longer than to seal a payload. */
    private static final ThreadLocal<Cipher> CIPHERS = ThreadLocal.withInitial(() -> {
        try {
            return Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has AES in GCM", e);
        }
    });

    private final PayloadKeys keys;
    private final RefusedPayloads refusals;
    private final SecureRandom random;
    private final SealedFor run;

    EncryptingCodec(PayloadKeys keys, RefusedPayloads refusals) {
        this(keys, refusals, new SecureRandom(), SealedFor.NO_RUN);
    }

    private EncryptingCodec(PayloadKeys keys, RefusedPayloads refusals, SecureRandom random, SealedFor run) {
        this.keys = keys;
        this.refusals = refusals;
        this.random = random;
        this.run = run;
    }

    @Override
    public PayloadCodec withContext(SerializationContext context) {
        return new EncryptingCodec(keys, refusals, random, SealedFor.of(context));
    }

    @Override
    public List<Payload> encode(List<Payload> payloads) {
        List<Payload> sealed = new ArrayList<>(payloads.size());
        for (Payload payload : payloads) {
            sealed.add(seal(payload));
        }
        return sealed;
    }

    /**
     * @throws RefusedPayloadException for a payload that is not sealed, or sealed for another run
     * @throws PayloadCodecException for one that cannot be opened with the keys at hand
     */
    @Override
    public List<Payload> decode(List<Payload> payloads) {
        List<Payload> opened = new ArrayList<>(payloads.size());
        for (Payload payload : payloads) {
            opened.add(open(payload));
        }
        return opened;
    }

    private Payload seal(Payload payload) {
        String id = keys.current();
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            ByteArrayOutputStream clear = new ByteArrayOutputStream(payload.getSerializedSize() + 100);
            DataOutputStream out = new DataOutputStream(clear);
            run.write(out);
            payload.writeTo(out);
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, require(id), id, nonce).doFinal(clear.toByteArray());
            return Payload.newBuilder()
                    .putMetadata(ENCODING_KEY, ENCODING)
                    .putMetadata(KEY_ID, ByteString.copyFromUtf8(id))
                    .setData(ByteString.copyFrom(nonce).concat(ByteString.copyFrom(sealed)))
                    .build();
        } catch (GeneralSecurityException e) {
            throw new PayloadCodecException("A payload cannot be encrypted with key " + id, e);
        } catch (IOException e) {
            throw new UncheckedIOException("A payload cannot be written to memory", e);
        }
    }

    private Payload open(Payload payload) {
        if (!ENCODING.equals(payload.getMetadataMap().get(ENCODING_KEY))) {
            refusals.refused(Reason.UNSEALED, run);
            throw new RefusedPayloadException("A payload for " + run + " is not sealed, so nobody of this installation"
                    + " wrote it. It is refused. Look who else can reach the engine.");
        }
        ByteString idBytes = payload.getMetadataMap().get(KEY_ID);
        String id = idBytes == null ? "(none)" : idBytes.toStringUtf8();
        SecretKey key = keys.find(id).orElse(null);
        if (key == null) {
            refusals.refused(Reason.UNKNOWN_KEY, run);
            throw unknown(id);
        }
        ByteString data = payload.getData();
        if (data.size() < NONCE_BYTES) {
            refusals.refused(Reason.DAMAGED, run);
            throw new PayloadCodecException("A payload for " + run + " sealed with key " + id + " is cut short");
        }
        byte[] nonce = data.substring(0, NONCE_BYTES).toByteArray();
        try {
            byte[] clear = cipher(Cipher.DECRYPT_MODE, key, id, nonce)
                    .doFinal(data.substring(NONCE_BYTES).toByteArray());
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(clear));
            SealedFor written = SealedFor.read(in);
            if (!written.equals(run)) {
                refusals.refused(Reason.OTHER_RUN, run);
                throw new RefusedPayloadException("A payload for " + run + " was sealed for " + written
                        + ": somebody copied it. It is refused. Look who else can reach the engine.");
            }
            return Payload.parseFrom(in);
        } catch (GeneralSecurityException e) {
            refusals.refused(Reason.DAMAGED, run);
            throw new PayloadCodecException(
                    "A payload for " + run + " sealed with key " + id + " cannot be opened: the key file holds another"
                            + " key of that id, or the payload was changed. Restore the key file that belongs to this"
                            + " engine.",
                    e);
        } catch (InvalidProtocolBufferException e) {
            throw new PayloadCodecException("A payload for " + run + " sealed with key " + id + " holds no payload", e);
        } catch (IOException e) {
            throw new PayloadCodecException("A payload for " + run + " sealed with key " + id + " names no run", e);
        }
    }

    private SecretKey require(String id) {
        return keys.find(id).orElseThrow(() -> unknown(id));
    }

    private static PayloadCodecException unknown(String id) {
        return new PayloadCodecException("Key " + id
                + " is not in the key file, so a payload cannot be opened. Restore the key file that belongs to"
                + " this engine.");
    }

    private static Cipher cipher(int mode, SecretKey key, String id, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = CIPHERS.get();
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD((LAYOUT + id).getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
