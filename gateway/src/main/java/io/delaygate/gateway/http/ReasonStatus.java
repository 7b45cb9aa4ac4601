package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;

/** Mapping between reason codes and HTTP statuses. */
final class ReasonStatus {
  private ReasonStatus() {}

  /**
   * The status of a refusal: 400 for its form, 422 where the form is valid but not the target.
   * Names each reason, so that a new one cannot get a status by oversight.
   */
  static int of(ReasonCode reason) {
    return switch (reason) {
      case TARGET_UNKNOWN,
          ENDPOINT_UNKNOWN,
          TARGET_PARTITION_UNKNOWN,
          TARGET_FORBIDDEN,
          TARGET_UNAVAILABLE,
          TARGET_KEY_REQUIRED,
          TARGET_UNWRITABLE,
          TARGET_NO_LEADER,
          TARGET_REPLICAS_TOO_FEW,
          TARGET_TIMESTAMP_REFUSED,
          TARGET_REFUSED,
          TARGET_TIMED_OUT,
          TARGET_PAUSED,
          EARLIER_JOB_UNFINISHED ->
          HttpStatus.UNPROCESSABLE_ENTITY_422;
      case RECORD_TOO_LARGE, RESULT_TOO_LARGE, BODY_TOO_LARGE, BATCH_TOO_LARGE ->
          HttpStatus.PAYLOAD_TOO_LARGE_413;
      case BODY_TOO_SLOW -> HttpStatus.REQUEST_TIMEOUT_408;
      case MEDIA_TYPE_UNSUPPORTED -> HttpStatus.UNSUPPORTED_MEDIA_TYPE_415;
      case NOT_FOUND, JOB_NOT_FOUND, NAMESPACE_NOT_FOUND, TOKEN_NOT_FOUND ->
          HttpStatus.NOT_FOUND_404;
      case ENDPOINT_NOT_FOUND, OPERATION_NOT_FOUND, QUEUE_EMPTY -> HttpStatus.NOT_FOUND_404;
      case ENDPOINT_OVERLAPS -> HttpStatus.CONFLICT_409;
      case ALREADY_DELIVERED, JOB_EXISTS, LEASE_STALE, NOT_DEAD, TOO_MANY ->
          HttpStatus.CONFLICT_409;
      case OPERATION_ENDED, ENDPOINT_UNUSABLE -> HttpStatus.CONFLICT_409;
      case VERSION_STALE -> HttpStatus.PRECONDITION_FAILED_412;
      case TOKEN_MISSING, TOKEN_INVALID -> HttpStatus.UNAUTHORIZED_401;
      case ROLE_INSUFFICIENT, HOST_FORBIDDEN, ORIGIN_FORBIDDEN -> HttpStatus.FORBIDDEN_403;
      case METHOD_NOT_ALLOWED -> HttpStatus.METHOD_NOT_ALLOWED_405;
      case OVERLOADED, UNAVAILABLE, NO_ANSWER, QUERY_UNAVAILABLE, TARGET_UNCHECKED ->
          HttpStatus.SERVICE_UNAVAILABLE_503;
      case TARGET_FULL, LIMIT_EXCEEDED -> HttpStatus.TOO_MANY_REQUESTS_429;
      case INTERNAL -> HttpStatus.INTERNAL_SERVER_ERROR_500;
      case ID_MISSING,
          ID_INVALID,
          OP_UNKNOWN,
          HEADER_UNKNOWN,
          HEADER_NAME_INVALID,
          HEADER_MISSING,
          HEADER_MISPLACED,
          HEADER_DUPLICATE,
          HEADER_INVALID,
          HEADERS_TOO_LARGE,
          TIME_MISSING,
          TIME_AMBIGUOUS,
          TIME_INVALID,
          TIME_OUT_OF_RANGE,
          TARGET_MISSING,
          TARGET_INVALID,
          TARGET_AMBIGUOUS,
          REPLY_INVALID,
          REPLY_FORBIDDEN,
          REPLY_UNKNOWN,
          ATTEMPTS_EXHAUSTED,
          BURIED,
          EXPIRED,
          REQUEST_INVALID,
          BODY_INVALID,
          FIELD_UNKNOWN,
          FIELD_MISSING,
          FIELD_INVALID,
          PARAMETER_INVALID,
          CURSOR_INVALID ->
          HttpStatus.BAD_REQUEST_400;
    };
  }

  /** The reason of an error that the HTTP server itself found, before any of our code ran. */
  static ReasonCode of(int status) {
    return switch (status) {
      case HttpStatus.NOT_FOUND_404 -> ReasonCode.NOT_FOUND;
      case HttpStatus.METHOD_NOT_ALLOWED_405 -> ReasonCode.METHOD_NOT_ALLOWED;
      case HttpStatus.PAYLOAD_TOO_LARGE_413 -> ReasonCode.BODY_TOO_LARGE;
      case HttpStatus.UNSUPPORTED_MEDIA_TYPE_415 -> ReasonCode.MEDIA_TYPE_UNSUPPORTED;
      case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 -> ReasonCode.HEADERS_TOO_LARGE;
      case HttpStatus.SERVICE_UNAVAILABLE_503 -> ReasonCode.OVERLOADED;
      case HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 -> MALFORMED;
      default -> status < 500 ? MALFORMED : ReasonCode.INTERNAL;
    };
  }

  /** A sentence for such an error. */
  static String sentence(int status) {
    return switch (status) {
      case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
          "request line and headers exceed `http.max.header.bytes`";
      case HttpStatus.URI_TOO_LONG_414 -> "the URI exceeds `http.max.header.bytes`";
      case HttpStatus.SERVICE_UNAVAILABLE_503 ->
          "the gateway is shutting down, or handles too many calls";
      case HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, HttpStatus.UPGRADE_REQUIRED_426 ->
          "use HTTP/1.1";
      default ->
          status < 500
              ? "the request is not valid HTTP: "
                  + Optional.ofNullable(HttpStatus.getMessage(status)).orElse("")
              : "unexpected failure; the gateway's log has its cause under this `instance`";
    };
  }

  /** The contract has no reason of its own for a request that is malformed as HTTP. */
  private static final ReasonCode MALFORMED = ReasonCode.REQUEST_INVALID;
}
