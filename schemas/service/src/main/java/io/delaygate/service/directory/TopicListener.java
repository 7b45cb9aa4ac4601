package io.delaygate.service.directory;

/**
 * Receiver of news about topics that were there. Called on a thread of the directory, which asks
 * nothing meanwhile: implementations return at once.
 */
public interface TopicListener {
  /** The topic was deleted. */
  void gone(String topic);

  /** The topic was deleted, and there is another of that name: with another id, and empty. */
  void remade(String topic);
}
