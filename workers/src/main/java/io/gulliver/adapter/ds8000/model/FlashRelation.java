package io.gulliver.adapter.ds8000.model;

/**
 * A FlashCopy relationship.
 *
 * @param outOfSyncTracks how many tracks of 64 KiB are not copied yet
 * @param state {@code valid} while all is well
 */
public record FlashRelation(String id, String sourceId, String targetId, String state, long outOfSyncTracks) {}
