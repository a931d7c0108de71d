/** What has met the real thing: the parts of this product, signed results of suites, and their import. */
@NullMarked
package io.gulliver.service.proof;

import org.jspecify.annotations.NullMarked;
