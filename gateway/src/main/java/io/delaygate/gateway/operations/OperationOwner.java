package io.delaygate.gateway.operations;

/**
 * Claim of a gateway to run an operation. The last claim in the topic counts.
 *
 * @param token of this claim, so that records of earlier owners are told from those of this one
 * @param gateway name of the gateway, for people
 */
record OperationOwner(String token, String gateway) {
  private static final String TOKEN = "token";
  private static final String GATEWAY = "gateway";

  byte[] encode() {
    return OperationText.bytes(OperationText.object().put(TOKEN, token).put(GATEWAY, gateway));
  }

  static OperationOwner decode(byte[] value) {
    var json = OperationText.parse(value);
    return new OperationOwner(json.path(TOKEN).asText(), json.path(GATEWAY).asText());
  }
}
