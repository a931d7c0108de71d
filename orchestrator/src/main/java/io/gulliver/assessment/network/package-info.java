/** Where servers stand in the network: whether addresses, gateways and names fit together, and what a pool can give. */
@NullMarked
package io.gulliver.assessment.network;

import org.jspecify.annotations.NullMarked;
