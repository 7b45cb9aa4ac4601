package io.delaygate.gateway.payload;

import io.delaygate.gateway.http.ProblemException;

/** Finder of the endpoint that takes the URL of a job. */
@FunctionalInterface
public interface JobUrls {
  /** Field of the URL, in problems. */
  String FIELD = "target.url";

  /**
   * Endpoint of a namespace, and where below its URL the job is.
   *
   * @param path with the query; begins with a slash
   */
  record Found(String endpoint, String path) {}

  /**
   * The endpoint that takes the URL of a job of the namespace.
   *
   * @throws ProblemException 400 for a URL that is not valid, 422 for one that no endpoint takes
   */
  Found find(String namespace, String url);

  /** URLs of the jobs of one namespace. */
  record OfNamespace(JobUrls all, String namespace) {
    Found find(String url) {
      return all.find(namespace, url);
    }
  }
}
