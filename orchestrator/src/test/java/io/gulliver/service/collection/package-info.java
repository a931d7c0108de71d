/** Tests of the service. */
@NullMarked
package io.gulliver.service.collection;

import org.jspecify.annotations.NullMarked;
