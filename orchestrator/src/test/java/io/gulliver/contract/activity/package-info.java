/** Tests of the words spoken with workers. */
@NullMarked
package io.gulliver.contract.activity;

import org.jspecify.annotations.NullMarked;
