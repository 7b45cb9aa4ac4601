package io.delaygate.service.directory;

/**
 * Listener for topics in use that are deleted or recreated. It is called on a thread of the
 * directory, which is blocked meanwhile: implementations return at once.
 */
public interface TopicListener {
  /** The topic was deleted. */
  void gone(String topic);

  /** The topic was deleted and recreated: it has another id and is empty. */
  void remade(String topic);
}
