package io.delaygate.cli;

/** Arguments that several verbs have. */
final class CommonArguments {
  private CommonArguments() {}

  /** A job, and the condition on it that {@link GatewayInvocation} sends as a header. */
  static Verb jobInVersion(Verb verb) {
    return verb.parameter("ID", "Id of the job").with(CommonArguments::ifVersion);
  }

  static Verb ifVersion(Verb verb) {
    return verb.number(
        "--if-version=N", "Only if the job still has this version; 'delaygate get' shows it");
  }

  /** The greatest number of listed entries. */
  static Verb limit(Verb verb) {
    return verb.number("--limit=N", "List at most N; ${DEFAULT-VALUE} if not given").orElse("100");
  }

  static Verb pauseTime(Verb verb) {
    return verb.text("--for=TIME -> for", "Resume after this time: 30s, 15m, 2h, 7d or PT30M");
  }

  /** Adds the target of a job: a topic, an endpoint or a URL. */
  static Verb target(Verb verb) {
    return verb.text("--target=TOPIC -> target/topic", "Topic that the job is delivered to")
        .text(
            "--endpoint=NAME -> target/endpoint",
            "HTTP endpoint of the namespace that is called when the job is due")
        .text(
            "--url=URL -> target/url",
            "URL that is called when the job is due; an endpoint with --job-urls must take it");
  }

  /** Adds what a target may have besides its name. */
  static Verb targetDetails(Verb verb) {
    return verb.text("--key=KEY -> target/key", "Key of the delivered record; the id if not given")
        .integer(
            "--partition=N -> target/partition",
            "Partition of the target topic; chosen by key if not given")
        .text(
            "--path=PATH -> target/path",
            "Path that is appended to the endpoint's URL, such as /timeouts?a=b");
  }

  static Verb dueTime(Verb verb) {
    return verb.text(
            "--in=TIME -> delay",
            "Due after this time from now, by the brokers' clock: 30s, 15m, 2h, 7d or PT30M")
        .text(
            "--at=TIME -> due",
            "Due at this time: 2030-01-31T08:00:00+01:00 or 2030-01-31T08:00[Europe/Berlin]. A"
                + " time in the past means now");
  }

  /** Adds the arguments of a new job besides its time and payload. */
  static Verb newJob(Verb verb) {
    return verb.text("--id=ID -> id", "Id of the job; random if not given")
        .integer(
            "--priority=N -> priority",
            "Priority among jobs that are due together: 0 (first) to 9 (last); 5 if not given")
        .text(
            "--if-exists=WHAT -> ifExists",
            "What to do with a known id: replace, ignore or reject; replace if not given")
        .text(
            "--ttl=TIME -> ttlMs",
            "Expires after this time from now and is not delivered then, such as 2h");
  }

  /** Headers and value of a job. */
  static Verb payload(Verb verb) {
    return verb.texts(
            "--header=NAME=VALUE",
            "Header of the delivered record; may be repeated, the order is kept")
        .sentBy(CommonArguments::putHeaders)
        .oneOf("0..1", CommonArguments::value);
  }

  private static Verb value(Verb verb) {
    return verb.text("--value=TEXT -> value", "Value of the delivered record, as UTF-8")
        .text("--value-file=FILE", "File whose bytes are the value; '-' is standard input")
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
    return verb.flag(
            "--no-wait", "Return when the command is stored, without waiting for its outcome")
        .runsOnGateway(
            call ->
                call.answer(
                    "POST",
                    call.has("--no-wait") ? path : path + "?wait=true",
                    JobText::printOutcome));
  }
}
