/** What was seen of the access to each database, and which ones wait to be tried again. */
@NullMarked
package io.gulliver.persistence.access;

import org.jspecify.annotations.NullMarked;
