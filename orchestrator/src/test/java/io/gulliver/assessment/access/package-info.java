/** Tests of the request for access. */
@NullMarked
package io.gulliver.assessment.access;

import org.jspecify.annotations.NullMarked;
