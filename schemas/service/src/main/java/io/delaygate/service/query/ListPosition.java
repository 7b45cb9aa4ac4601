package io.delaygate.service.query;

/** Position of a job in a listing, in a form that another process can go on from. */
public interface ListPosition {
  /** The position as text, which has only characters of the ASCII set. */
  String text();
}
