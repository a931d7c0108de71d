/** Tests of sizing from collected facts. */
@NullMarked
package io.gulliver.assessment.database;

import org.jspecify.annotations.NullMarked;
