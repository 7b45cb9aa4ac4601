/**
 * Request bodies: conversion of the JSON of a call to a command record.
 *
 * <p>In: the text of a body. Out: control headers, foreign headers and payload, checked.
 * Guarantees: a request passes the same parser and the same check of the target as in the
 * scheduler, so that both accept and refuse alike; a relative delay travels as one, so that the
 * broker's clock counts; a payload is passed on byte for byte.
 */
@NullMarked
package io.delaygate.gateway.payload;

import org.jspecify.annotations.NullMarked;
