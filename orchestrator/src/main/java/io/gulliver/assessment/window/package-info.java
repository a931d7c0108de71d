/** For how long, and over which dates, evidence of load must be collected before it can be sized by. */
@NullMarked
package io.gulliver.assessment.window;

import org.jspecify.annotations.NullMarked;
