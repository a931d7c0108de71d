/** The store's own chores: journal activities, outbox, granter, reconciler, sealer. */
@NullMarked
package io.gulliver.control;

import org.jspecify.annotations.NullMarked;
