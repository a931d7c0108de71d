/** What steps ask of a storage array, whichever family it is of. */
@NullMarked
package io.gulliver.contract.storage;

import org.jspecify.annotations.NullMarked;
