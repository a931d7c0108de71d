/** Reads what storage arrays say of their volumes and pools. Pure. */
@NullMarked
package io.gulliver.evidence.array;

import org.jspecify.annotations.NullMarked;
