/** The way in for zone workers: evidence and call logs, with the worker token. */
@NullMarked
package io.gulliver.ui.internal;

import org.jspecify.annotations.NullMarked;
