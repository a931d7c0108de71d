/** Playbooks by content hash, and the plans they compile to. */
@NullMarked
package io.gulliver.persistence.playbook;

import org.jspecify.annotations.NullMarked;
