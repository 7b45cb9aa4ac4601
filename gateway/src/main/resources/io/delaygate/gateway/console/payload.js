// Payload bytes as text, as JSON or in hexadecimal. They are only shown, never interpreted, and long
// payloads are cut.
import {Component, html} from './html.js';
import {fromBase64, hex, number, utf8, visibleLines} from './format.js';

const SHOWN_BYTES = 64 << 10;

/** Bytes of a field that the API returns as `value` or, if it is not UTF-8, as `valueBase64`. */
export function bytesOf(json, name = 'value') {
  const base64 = json[`${name}Base64`];
  if (base64 !== undefined && base64 !== null) {
    return fromBase64(base64);
  }
  const text = json[name];
  return text === undefined || text === null ? null : utf8(text);
}

/** Bytes as text; undefined if they are not valid UTF-8. */
export function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    return undefined;
  }
}

const TOKEN = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indented JSON; numbers keep their digits. Undefined if the text is not valid JSON. */
export function indented(text) {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  let depth = 0;
  let out = '';
  const line = () => '\n' + '  '.repeat(depth);
  const tokens = text.match(TOKEN) ?? [];
  tokens.forEach((token, i) => {
    if (token === '{' || token === '[') {
      depth++;
      out += token + ('}]'.includes(tokens[i + 1]) ? '' : line());
    } else if (token === '}' || token === ']') {
      depth--;
      out += ('{['.includes(tokens[i - 1]) ? '' : line()) + token;
    } else {
      out += token + (token === ',' ? line() : token === ':' ? ' ' : '');
    }
  });
  return out;
}

export class Payload extends Component {
  render({bytes}, {as}) {
    if (bytes === null) {
      return html`<p>The value is null: the job has no payload.</p>`;
    }
    const text = textOf(bytes);
    const json = text === undefined || bytes.length > SHOWN_BYTES ? undefined : indented(text);
    const how = as ?? (json !== undefined ? 'JSON' : text !== undefined ? 'text' : 'hex');
    const part = bytes.subarray(0, SHOWN_BYTES);
    const shown = {
      JSON: () => json ?? 'The payload is not valid JSON, or too long to be shown as JSON.',
      text: () => new TextDecoder().decode(part),
      hex: () => hex(part),
    };
    return html`
      <div role="group" aria-label="Show the payload as">
        ${Object.keys(shown).map(each => html`<button type="button"
          class=${each === how ? '' : 'outline'} aria-pressed=${each === how ? 'true' : 'false'}
          onClick=${() => this.setState({as: each})}>${each}</button>`)}
      </div>
      <pre class="payload" tabindex="0" aria-label="Payload" dir="ltr"><code>${
        visibleLines(shown[how]())}</code></pre>
      <small>${number(bytes.length)} bytes${
        bytes.length > SHOWN_BYTES ? `, of which the first ${number(SHOWN_BYTES)} are shown` : ''}${
        text === undefined ? ', not valid UTF-8' : ''}.</small>`;
  }
}
