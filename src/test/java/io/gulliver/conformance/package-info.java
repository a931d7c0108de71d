/** Proves that no effect happens twice: the conformance playbooks on the real engine and stores, killed and recovered. */
@NullMarked
package io.gulliver.conformance;

import org.jspecify.annotations.NullMarked;
