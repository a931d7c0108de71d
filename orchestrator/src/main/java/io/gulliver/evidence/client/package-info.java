/** Reads who comes to a database and what runs on its host: listener logs, lists of processes, crontabs. Pure. */
@NullMarked
package io.gulliver.evidence.client;

import org.jspecify.annotations.NullMarked;
