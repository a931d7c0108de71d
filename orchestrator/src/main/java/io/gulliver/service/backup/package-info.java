/** Backup of the store as text that any later version and any machine reads, and its restoration. */
@NullMarked
package io.gulliver.service.backup;

import org.jspecify.annotations.NullMarked;
