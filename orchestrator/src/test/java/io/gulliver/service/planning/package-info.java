/** Tests of the service. */
@NullMarked
package io.gulliver.service.planning;

import org.jspecify.annotations.NullMarked;
