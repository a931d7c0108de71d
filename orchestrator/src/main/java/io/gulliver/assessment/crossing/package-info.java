/** What crosses beside the schemas of a database. Pure. */
@org.jspecify.annotations.NullMarked
package io.gulliver.assessment.crossing;
