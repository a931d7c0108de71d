/** The description of the REST API (OpenAPI): what springdoc reads from the code, and what only we know. */
@NullMarked
package io.gulliver.ui.api.description;

import org.jspecify.annotations.NullMarked;
