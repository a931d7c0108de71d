/** Services for tests. */
@NullMarked
package io.gulliver.service;

import org.jspecify.annotations.NullMarked;
