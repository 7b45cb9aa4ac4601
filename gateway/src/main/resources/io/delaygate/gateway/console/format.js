// Formatting. Ids, topics, headers and payloads may contain any characters.

// Control characters, invisible ones and those that change the direction of text: they are shown
// as escapes, so that no text can look like another.
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

export function visible(text) {
  return String(text).replace(UNSEEN, escaped);
}

/** The same for texts of several lines. */
export function visibleLines(text) {
  return String(text).replace(UNSEEN, c => (c === '\n' || c === '\t' ? c : escaped(c)));
}

function escaped(character) {
  return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0');
}

export const number = value => Number(value).toLocaleString('en');

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const LOCAL = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric', month: '2-digit', day: '2-digit',
  hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3,
});

/** Time in the viewer's zone, to the millisecond: 2030-01-31 09:00:00.000. */
export const local = ms => LOCAL.format(new Date(ms)).replace(',', '.');

/** The same moment in UTC. */
export const utc = ms => new Date(ms).toISOString().replace('T', ' ').replace('Z', ' UTC');

/** Value for an input of type datetime-local. */
export function localInput(ms) {
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 23);
}

const UNITS = [['d', 86_400_000], ['h', 3_600_000], ['min', 60_000], ['s', 1_000]];

/** Duration in its largest fitting unit: 350 ms, 12.5 s, 3 h. */
export function duration(ms) {
  const [unit, length] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? ['ms', 1];
  const value = ms / length;
  return `${Math.abs(value) < 10 && unit !== 'ms' ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

export function relative(ms, nowMs = Date.now()) {
  const left = ms - nowMs;
  return left >= 0 ? `in ${duration(left)}` : `${duration(-left)} ago`;
}

/** Target of a job: its topic or queue, or its endpoint with the path. */
export const targetOf = ({topic, endpoint, path = ''}) => endpoint === undefined ? topic
  : `endpoint ${endpoint}${path && ` ${path}`}`;

/** Last attempt of an acknowledged job and its limit; undefined for other jobs. */
export const attempt = job => job.maxAttempts === undefined ? undefined
  : job.maxAttempts ? `${job.attempt} of ${job.maxAttempts}` : `${job.attempt}`;

export const utf8 = text => new TextEncoder().encode(text);

export function fromBase64(text) {
  return Uint8Array.from(atob(text), c => c.charCodeAt(0));
}

export function toBase64(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) {
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(text);
}

/** Hex dump: lines of offset, sixteen bytes and their ASCII characters. */
export function hex(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const digits = row.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
    const ascii = row.map(b => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '.')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${digits.padEnd(47)}  ${ascii}`);
  }
  return lines.join('\n');
}
