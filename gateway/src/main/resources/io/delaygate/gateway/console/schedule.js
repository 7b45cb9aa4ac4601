import {Component, createRef, html} from './html.js';
import {call, jobPath, isNameable} from './api.js';
import {localInput} from './format.js';
import {say, Text, Trouble} from './parts.js';
import {curl, javaProducer, kcat} from './snippets.js';

const HOUR_MS = 3_600_000;
const ROOT = new URL('..', document.baseURI);
const PRIORITIES = [...Array(10).keys()];

/** Form for one job, which also shows the job as commands to paste. */
export class Schedule extends Component {
  constructor() {
    super();
    this.form = createRef();
    this.state = {job: undefined, as: 'curl'};
  }

  componentDidMount() {
    this.changed();
  }

  /** Reads the form, so that the commands below always match it. */
  changed() {
    this.setState(this.read());
  }

  read() {
    const form = new FormData(this.form.current);
    const text = name => form.get(name) ?? '';
    const {headers, faulty} = headersOf(text('headers'));
    const job = {
      ...(text('id') && {id: text('id')}),
      target: {topic: text('topic'), ...(text('key') && {key: text('key')})},
      ...(headers.length > 0 && {headers}),
      ...(form.get('when') === 'at'
        ? {dueMs: new Date(text('due')).getTime() || 0}
        : {delay: text('delay')}),
      ...(text('priority') && {priority: Number(text('priority'))}),
      ...(form.get('ack') && {ack: text('maxAttempts')
        ? {maxAttempts: Number(text('maxAttempts'))} : {}}),
      value: text('payload'),
    };
    return {job, faulty, when: form.get('when'), ack: Boolean(form.get('ack'))};
  }

  async submit(event) {
    event.preventDefault();
    const {job, faulty} = this.read();
    if (faulty) {
      return;
    }
    this.setState({busy: true, failure: undefined, done: undefined});
    try {
      const done = await call('POST', 'v1/jobs?wait=true', job);
      say(`Schedule ${done.id}: ${done.outcome}`);
      this.setState({done});
    } catch (failure) {
      say(`Schedule: ${failure.reason}. ${failure.message}`, true);
      this.setState({failure});
    }
    this.setState({busy: false});
  }

  render({who}, {job, as, when, ack, faulty, busy, failure, done}) {
    return html`
      <h1 tabindex="-1">Schedule a job</h1>
      <form ref=${this.form} onInput=${() => this.changed()}
          onSubmit=${event => this.submit(event)}>
        <div class="columns">
          ${field('topic', 'Target topic', {required: true})}
          ${field('id', 'Id, random if empty')}
          ${field('key', 'Key of the record, the id if empty')}
        </div>
        <fieldset>
          <legend>When</legend>
          <label><input type="radio" name="when" value="in" defaultChecked />From now</label>
          <label><input type="radio" name="when" value="at" />At a time</label>
        </fieldset>
        <div class="columns">
          ${when === 'at'
            ? html`<label>Due, in your zone<input key="due" name="due" type="datetime-local"
                step="0.001" required defaultValue=${localInput(Date.now() + HOUR_MS)} /></label>`
            : html`<label>Delay, like <code>30s</code>, <code>15m</code>, <code>PT2H</code>
                <input key="delay" name="delay" required defaultValue="1h" autocomplete="off" /></label>`}
          <label>Priority<select name="priority"><option value="">default</option>
            ${PRIORITIES.map(each => html`<option>${each}</option>`)}</select></label>
        </div>
        <label>Payload<textarea name="payload" rows="5" spellcheck=${false} /></label>
        <label>Headers, one <code>name: value</code> per line
          <textarea name="headers" rows="2" spellcheck=${false}
            aria-invalid=${faulty ? 'true' : undefined} aria-describedby="faulty" /></label>
        <p id="faulty" class="away">${faulty && html`Not a valid header, use <code>name: value</code>:
          ${' '}<${Text} of=${faulty} />`}</p>
        <label><input type="checkbox" name="ack" role="switch" />
          A worker acknowledges the delivery</label>
        ${ack && html`<label>Attempts at most<input name="maxAttempts" type="number" min="0"
          max="65535" placeholder="5" /></label>`}
        <button type="submit" aria-busy=${busy ? 'true' : 'false'} disabled=${busy}>Schedule</button>
      </form>
      <${Trouble} failure=${failure} doing="The job was not scheduled" />
      ${done && html`<p>${done.outcome}: <a href=${`#/job/${encodeURIComponent(done.id)}`}>
        <${Text} of=${done.id} /></a></p>`}
      ${job && html`<${Snippets} job=${job} who=${who} as=${as}
        show=${each => this.setState({as: each})} />`}`;
  }
}

function Snippets({job, who, as, show}) {
  const texts = {
    curl: () => curl(job, ROOT, who.tokens),
    ...(who.requests && {kcat: () => kcat(job, who.requests), Java: () => javaProducer(job, who.requests)}),
  };
  const text = texts[as]();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    say('Copied');
  };
  return html`<section aria-labelledby="snippets"><h2 id="snippets">As a command</h2>
    <div role="group" aria-label="Language of the command">
      ${Object.keys(texts).map(each => html`<button type="button"
        class=${each === as ? '' : 'outline'} aria-pressed=${each === as ? 'true' : 'false'}
        onClick=${() => show(each)}>${each}</button>`)}
    </div>
    <pre class="payload snippet" tabindex="0" aria-label=${`As ${as}`} dir="ltr"><code>${text}</code></pre>
    <button type="button" class="outline" onClick=${copy}>Copy</button>
  </section>`;
}

const field = (name, label, {required = false} = {}) => html`<label>${label}<input name=${name}
  required=${required} autocomplete="off" spellcheck=${false} /></label>`;

/** Headers of the lines, and the first line that is not a valid header. */
function headersOf(text) {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const headers = lines.map(line => /^([^:]+): ?(.*)$/.exec(line))
    .map(parts => parts && {name: parts[1].trim(), value: parts[2]});
  return {
    headers: headers.filter(Boolean),
    faulty: lines[headers.findIndex(header => !header)],
  };
}
