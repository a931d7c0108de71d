package io.gulliver.persistence.engine;

import java.util.SortedMap;

/** Ids of the keys that ever sealed payloads of this store's engines; never the keys. */
public interface PayloadKeyStore {
    /** Check value by id. */
    SortedMap<String, String> list();

    /** Notes that a key seals payloads from now on; the same again changes nothing. */
    void use(String id, String check);

    /** Forgets every key: their engine is lost, so nothing that they sealed will be read again. */
    void forgetAll(String by);
}
