/** The words spoken between the workflow and the workers: step calls, their results and failure codes. */
@NullMarked
package io.gulliver.contract.activity;

import org.jspecify.annotations.NullMarked;
