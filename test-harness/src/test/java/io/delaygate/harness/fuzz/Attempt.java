package io.delaygate.harness.fuzz;

/** Attempt of a job under a lease, as an answer showed it. */
record Attempt(String id, String lease) {}
