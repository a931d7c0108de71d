package io.gulliver.control.engine;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts every payload with AES-256-GCM before it leaves the process; Temporal stores what this returns.
 *
 * <p>A stored payload has metadata {@code encoding=binary/encrypted} and the key's id; its data is a 12-byte random
 * nonce and the sealed original, metadata included. The key id is authenticated with it. Payloads that were written
 * before encryption are read as they are.
 */
final class EncryptingCodec implements PayloadCodec {
    private static final ByteString ENCODING = ByteString.copyFromUtf8("binary/encrypted");
    private static final String ENCODING_KEY = "encoding";
    private static final String KEY_ID = "encryption-key-id";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final PayloadKeys keys;
    private final SecureRandom random = new SecureRandom();

    EncryptingCodec(PayloadKeys keys) {
        this.keys = keys;
    }

    @Override
    public List<Payload> encode(List<Payload> payloads) {
        List<Payload> sealed = new ArrayList<>(payloads.size());
        for (Payload payload : payloads) {
            sealed.add(seal(payload));
        }
        return sealed;
    }

    @Override
    public List<Payload> decode(List<Payload> payloads) {
        List<Payload> opened = new ArrayList<>(payloads.size());
        for (Payload payload : payloads) {
            opened.add(ENCODING.equals(payload.getMetadataMap().get(ENCODING_KEY)) ? open(payload) : payload);
        }
        return opened;
    }

    private Payload seal(Payload payload) {
        String id = keys.current();
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, require(id), id, nonce).doFinal(payload.toByteArray());
            return Payload.newBuilder()
                    .putMetadata(ENCODING_KEY, ENCODING)
                    .putMetadata(KEY_ID, ByteString.copyFromUtf8(id))
                    .setData(ByteString.copyFrom(nonce).concat(ByteString.copyFrom(sealed)))
                    .build();
        } catch (GeneralSecurityException e) {
            throw new PayloadCodecException("A payload cannot be encrypted with key " + id, e);
        }
    }

    private Payload open(Payload payload) {
        ByteString idBytes = payload.getMetadataMap().get(KEY_ID);
        String id = idBytes == null ? "(none)" : idBytes.toStringUtf8();
        ByteString data = payload.getData();
        if (data.size() < NONCE_BYTES) {
            throw new PayloadCodecException("A payload sealed with key " + id + " is cut short");
        }
        byte[] nonce = data.substring(0, NONCE_BYTES).toByteArray();
        try {
            byte[] clear = cipher(Cipher.DECRYPT_MODE, require(id), id, nonce)
                    .doFinal(data.substring(NONCE_BYTES).toByteArray());
            return Payload.parseFrom(clear);
        } catch (GeneralSecurityException e) {
            throw new PayloadCodecException(
                    "A payload sealed with key " + id + " cannot be opened: the key file holds another key of that id,"
                            + " or the payload was changed. Restore the key file that belongs to this engine.",
                    e);
        } catch (InvalidProtocolBufferException e) {
            throw new PayloadCodecException("A payload sealed with key " + id + " holds no payload", e);
        }
    }

    private SecretKey require(String id) {
        return keys.find(id)
                .orElseThrow(() -> new PayloadCodecException("Key " + id
                        + " is not in the key file, so a payload cannot be opened. Restore the key file that belongs to"
                        + " this engine."));
    }

    private static Cipher cipher(int mode, SecretKey key, String id, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(id.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
