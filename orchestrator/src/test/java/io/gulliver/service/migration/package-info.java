/** Tests of the service. */
@NullMarked
package io.gulliver.service.migration;

import org.jspecify.annotations.NullMarked;
