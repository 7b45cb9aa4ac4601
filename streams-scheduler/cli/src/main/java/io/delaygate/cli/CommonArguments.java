package io.delaygate.cli;

/** Arguments that several verbs have. */
final class CommonArguments {
  private CommonArguments() {}

  /** A job, and the condition on it that {@link GatewayInvocation} sends as a header. */
  static Verb jobInVersion(Verb verb) {
    return verb.parameter("ID", "The job").with(CommonArguments::ifVersion);
  }

  static Verb ifVersion(Verb verb) {
    return verb.number(
        "--if-version=N", "Only if the job still has this version, as 'delaygate get' shows it");
  }

  /** The greatest number of listed entries. */
  static Verb limit(Verb verb) {
    return verb.number("--limit=N", "How many are listed at most; ${DEFAULT-VALUE} if not given")
        .orElse("100");
  }

  static Verb pauseTime(Verb verb) {
    return verb.text("--for=TIME -> for", "Go on after so long: 30s, 15m, 2h, 7d or PT30M");
  }

  static Verb dueTime(Verb verb) {
    return verb.text(
            "--in=TIME -> delay",
            "Due so long from now, by the brokers' clock: 30s, 15m, 2h, 7d or PT30M")
        .text(
            "--at=TIME -> due",
            "Due then: 2030-01-31T08:00:00+01:00 or 2030-01-31T08:00[Europe/Berlin]. The past"
                + " means now");
  }

  /** What a new job has besides its time and payload. */
  static Verb newJob(Verb verb) {
    return verb.text("--id=ID -> id", "The job's id; a random one if not given")
        .integer(
            "--priority=N -> priority",
            "0 (first) to 9 (last), among jobs due together; 5 if not given")
        .text(
            "--if-exists=WHAT -> ifExists",
            "What becomes of a known id: replace, ignore or reject; replace if not given")
        .text("--ttl=TIME -> ttlMs", "Not delivered later than so long from now, such as 2h");
  }

  /** Headers and value of a job. */
  static Verb payload(Verb verb) {
    return verb.texts(
            "--header=NAME=VALUE",
            "A header of the delivered record; may be repeated, order is kept")
        .sentBy(CommonArguments::putHeaders)
        .oneOf("0..1", CommonArguments::value);
  }

  private static Verb value(Verb verb) {
    return verb.text("--value=TEXT -> value", "The value, as UTF-8")
        .text(
            "--value-file=FILE",
            "The value is what the file holds, byte for byte; '-' is standard input")
        .sentBy(call -> RecordText.put(call.fields(), "value", call.bytes("--value-file")));
  }

  private static void putHeaders(GatewayInvocation call) {
    for (var header : call.texts("--header")) {
      var equals = header.indexOf('=');
      if (equals < 1) {
        throw CliException.usage("--header '" + header + "' is not of the form NAME=VALUE");
      }
      call.fields()
          .withArrayProperty("headers")
          .addObject()
          .put("name", header.substring(0, equals))
          .put("value", header.substring(equals + 1));
    }
  }

  /** Sends a new job, and waits for its outcome unless {@code --no-wait} is given. */
  static Verb sendsJob(Verb verb, String path) {
    return verb.flag("--no-wait", "Be content when the command is stored, without its outcome")
        .runsOnGateway(
            call ->
                call.answer(
                    "POST",
                    call.has("--no-wait") ? path : path + "?wait=true",
                    JobText::printOutcome));
  }
}
