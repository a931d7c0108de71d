/** What a program decides: its policy as typed members, and everything that is wrong with one as somebody typed it. Pure. */
@NullMarked
package io.gulliver.assessment.policy;

import org.jspecify.annotations.NullMarked;
