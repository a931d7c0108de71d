/** The audit's chain: its seals, their checkpoints and their verification. */
@NullMarked
package io.gulliver.service.audit;

import org.jspecify.annotations.NullMarked;
