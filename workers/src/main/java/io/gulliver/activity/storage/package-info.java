/** The families of storage arrays behind {@link io.gulliver.contract.storage.StorageArray}, and the choice of a pool. */
@NullMarked
package io.gulliver.activity.storage;

import org.jspecify.annotations.NullMarked;
