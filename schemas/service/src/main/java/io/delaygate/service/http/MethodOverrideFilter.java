package io.delaygate.service.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Jetty customizer that removes the header by which Javalin takes a call for one of another method:
 * a GET could cancel a job, behind whatever lets GETs pass.
 */
public final class MethodOverrideFilter implements HttpConfiguration.Customizer {
  private static final String HEADER = "X-HTTP-Method-Override";

  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    if (!request.getHeaders().contains(HEADER)) {
      return request;
    }
    var headers = HttpFields.build(request.getHeaders()).remove(HEADER).asImmutable();
    return new Request.Wrapper(request) {
      @Override
      public HttpFields getHeaders() {
        return headers;
      }
    };
  }
}
