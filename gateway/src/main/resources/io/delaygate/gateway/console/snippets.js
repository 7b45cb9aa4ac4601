// Schedule command for three clients, quoted so that each can be pasted as it is.

/** Shell literal of exactly this text. */
export const shell = text => `'${text.replaceAll("'", `'\\''`)}'`;

const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Java literal of exactly this text. The compiler replaces Unicode escapes first, so an escaped line
 * break would end the literal: ASCII characters are written in octal.
 */
export function java(text) {
  const inner = text
    .replace(/[\\"]/g, '\\$&')
    .replace(UNSEEN, c => {
      const code = c.charCodeAt(0);
      return code < 0x80
        ? '\\' + code.toString(8).padStart(3, '0')
        : '\\u' + code.toString(16).padStart(4, '0');
    });
  return `"${inner}"`;
}

const joined = parts => parts.join(' \\\n  ');

/** Call of curl with the token from the environment, so that it is in no shell history. */
export function curl(job, root, needsToken) {
  return joined([
    `curl -i ${shell(new URL('v1/jobs', root).href)}`,
    `-H 'Content-Type: application/json'`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    `--data-raw ${shell(JSON.stringify(job, null, 2))}`,
  ]);
}

/** Delimiters of kcat's input: the first one that is not in the payload is used. */
const ENDS = {'\\x1e': '\x1e', '\\x1f': '\x1f', '\\x1d': '\x1d', '\\x1c': '\x1c'};

/** Call of kcat with a delimiter, because without one each line would be a message. */
export function kcat(job, topic) {
  const {target, headers = [], ack} = job;
  const given = [
    ['delay-target-topic', target.topic],
    job.delay ? ['delay', job.delay] : ['delay-due-ms', job.dueMs],
    ...(target.key === undefined ? [] : [['delay-target-key', target.key]]),
    ...(job.priority === undefined ? [] : [['delay-priority', job.priority]]),
    ...(ack ? [['delay-ack', true]] : []),
    ...(ack?.maxAttempts !== undefined ? [['delay-max-attempts', ack.maxAttempts]] : []),
    ...headers.map(({name, value}) => [name, value]),
  ];
  const [end, character] = Object.entries(ENDS)
    .find(([, each]) => !job.value.includes(each)) ?? ['\\n'];
  const input = job.value === ''
    ? `printf '\\${character.charCodeAt(0).toString(8).padStart(3, '0')}'`
    : `printf %s ${shell(job.value)}`;
  return joined([
    `${input} | kcat -P -b "$BOOTSTRAP_SERVERS" -t ${shell(topic)} -D '${end}'`,
    '-X topic.partitioner=murmur2_random',
    ...(job.id === undefined ? [] : [`-k ${shell(job.id)}`]),
    ...given.map(([name, value]) => `-H ${shell(`${name}=${value}`)}`),
  ]);
}

/** Java code, with the module `schemas` on the class path. */
export function javaProducer(job, topic) {
  const {target, headers = [], ack} = job;
  const calls = [
    ...(job.id === undefined ? [] : [`.id(${java(job.id)})`]),
    ...(target.key === undefined ? [] : [`.key(${java(target.key)})`]),
    job.delay
      ? `.in(${javaDuration(job.delay)})`
      : `.at(Instant.ofEpochMilli(${job.dueMs}L))`,
    ...(job.priority === undefined ? [] : [`.priority(${job.priority})`]),
    ...(ack ? [`.acknowledged(RetryPolicy.USUAL${
      ack.maxAttempts !== undefined ? `.withMaxAttempts(${ack.maxAttempts})` : ''})`] : []),
    ...headers.map(({name, value}) =>
      `.header(${java(name)}, ${java(value)}.getBytes(StandardCharsets.UTF_8))`),
    ...(topic === 'delay-requests' ? [] : [`.via(${java(topic)})`]),
    `.record(${java(job.value)})`,
  ];
  return `producer.send(\n    DelayedRecord.to(${java(target.topic)})\n        ${
    calls.join('\n        ')});`;
}

const UNITS = {s: 'ofSeconds', m: 'ofMinutes', h: 'ofHours', d: 'ofDays'};

function javaDuration(text) {
  const [, amount, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return unit ? `Duration.${UNITS[unit]}(${amount})` : `Duration.parse(${java(text)})`;
}
