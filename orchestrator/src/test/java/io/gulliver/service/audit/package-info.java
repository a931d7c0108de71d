/** Tests of the service. */
@NullMarked
package io.gulliver.service.audit;

import org.jspecify.annotations.NullMarked;
