import {Component, html} from './html.js';
import {call, get, isNameable, jobPath, query, segment} from './api.js';
import {attempt, fromBase64, localInput, targetOf, toBase64} from './format.js';
import {bytesOf, Payload, textOf} from './payload.js';
import {
  confirmed, Doing, State, Table, tellOutcome, Text, Trouble, Waiting, When,
} from './parts.js';

const PENDING = new Set(['SCHEDULED', 'PARKED', 'READY', 'RESERVED']);

/** Longest payload that can be edited: longer ones make a text field slow and hard to survey. */
const EDITED_BYTES = 64 << 10;

/** View of one job, with its actions. */
export class Job extends Component {
  componentDidMount() {
    this.load();
  }

  async load() {
    const id = this.props.about;
    try {
      const job = isNameable(id) ? await get(jobPath(id)) : await listed(id);
      const attempts = job.maxAttempts !== undefined || job.attempt
        ? (await get(`${jobPath(id)}/attempts`)) : {attempts: []};
      const timeline = isNameable(id)
        ? await get(`${jobPath(id)}/timeline`).catch(() => undefined) : undefined;
      this.setState({job, attempts, timeline, failure: undefined});
    } catch (failure) {
      this.setState({job: undefined, failure});
    }
  }

  /** Changes only this version of the job, and shows the outcome. */
  async change(what, method, path, body) {
    const done = await tellOutcome(what, () =>
      call(method, path, body, {'If-Match': `"${this.state.job.version}"`}));
    await this.load();
    return done !== undefined;
  }

  async cancel() {
    const {about: id} = this.props;
    const title = 'Cancel this job?';
    if (!await confirmed({title, text: 'It will not be delivered.', action: 'Cancel the job'})) {
      return;
    }
    if (isNameable(id)) {
      await this.change('Cancel', 'DELETE', jobPath(id));
    } else {
      await tellOutcome('Cancel', async () =>
        (await call('POST', 'v1/jobs/cancel', {ids: [id]})).results[0]);
      await this.load();
    }
  }

  async discard() {
    const asked = {title: 'Discard this dead letter?',
      text: 'Its payload is deleted; only its end stays in the history.',
      action: 'Discard it'};
    if (await confirmed(asked)) {
      const path = `v1/dead-letters/${segment(this.props.about)}`;
      await this.change('Discard', 'DELETE', path);
    }
  }

  render({about: id, who}, {job, attempts, timeline, failure}) {
    return html`
      <h1 tabindex="-1">Job <${Text} of=${id} /></h1>
      <${Trouble} failure=${failure} doing="The job cannot be shown" />
      ${failure?.status === 404 && html`<p>It may have ended without delivery, or
        its history was deleted.</p>`}
      <p><${Doing} className="outline" act=${() => this.load()}>Refresh<//></p>
      ${job && html`
        ${job.stale && html`<p class="freshness away" role="status">
          A standby answered: the data may be old.</p>`}
        ${facts(job)}
        ${who.role !== 'read' && this.actions(job)}
        ${job.headers && html`
          <section aria-labelledby="payload"><h2 id="payload">Payload</h2>
            <${Payload} bytes=${bytesOf(job)} />
          </section>
          <section aria-labelledby="headers"><h2 id="headers">Headers</h2>
            ${job.headers.length === 0 ? html`<p>None.</p>` : headers(job.headers)}
          </section>`}
        ${history(job, attempts, timeline)}`}`;
  }

  actions(job) {
    const id = this.props.about;
    if (job.state === 'DEAD') {
      return isNameable(id) && html`<section aria-labelledby="actions">
        <h2 id="actions">Actions</h2>
        <div class="actions">
          <${Doing} act=${() => this.change('Kick', 'POST', `${jobPath(id)}/kick`)}>
            Deliver again<//>
          <${Doing} className="grave" act=${() => this.discard()}>Discard<//>
        </div>
      </section>`;
    }
    return PENDING.has(job.state) && html`<section aria-labelledby="actions">
      <h2 id="actions">Actions</h2>
      <div class="actions">
        ${isNameable(id) && html`
          <${Doing} act=${() => this.change('Fire now', 'POST', `${jobPath(id)}/fire`)}>
            Fire now<//>`}
        <${Doing} className="grave" act=${() => this.cancel()}>Cancel<//>
      </div>
      ${isNameable(id) && html`
        <${Reschedule} job=${job}
          change=${body => this.change('Reschedule', 'PATCH', jobPath(id), body)} />
        ${job.headers && html`<${EditPayload} job=${job}
          change=${body => this.change('Edit payload', 'PATCH', jobPath(id), body)} />`}`}
    </section>`;
  }
}

/** Finds a job by listing, because browsers cannot name every id in a path. */
async function listed(id) {
  const {jobs} = await get('v1/jobs' + query({idPrefix: id, limit: 1000}));
  const job = jobs.find(each => each.id === id);
  if (!job) {
    throw Object.assign(new Error('No pending job has this id.'), {reason: 'NOT_FOUND', status: 404});
  }
  return job;
}

function facts(job) {
  const key = bytesOf(job, 'targetKey');
  const rows = [
    ['State', html`<${State} of=${job.state} />`],
    ['Due', html`<${When} ms=${job.dueMs} />`],
    ['Target', html`<${Text} of=${targetOf(job.target)} />${
      job.target.partition === undefined ? '' : `, partition ${job.target.partition}`}`],
    job.headers && !job.target.endpoint && ['Key', key === null ? 'null'
      : html`<${Text} of=${textOf(key) ?? `base64 ${toBase64(key)}`} />`],
    job.priority !== undefined && ['Priority', job.priority],
    job.expiresMs && ['Expires', html`<${When} ms=${job.expiresMs} />`],
    attempt(job) && ['Attempt', attempt(job)],
    job.leaseEndsMs && ['Lease ends', html`<${When} ms=${job.leaseEndsMs} />`],
    job.waiting && ['Waits for', html`<${Waiting} of=${job.waiting} />`],
    job.reason && ['Reason', html`${job.reason}${job.reasonText
      && html`: <${Text} of=${job.reasonText} />`}`],
    ['Version', job.version],
  ];
  return html`<dl class="facts">${rows.filter(Boolean).map(([name, value]) =>
    html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const headers = all => html`<${Table} label="Headers" head=${['Name', 'Value']}>
  ${all.map(header => {
    const bytes = bytesOf(header);
    const value = bytes === null ? 'null' : textOf(bytes) ?? `base64 ${toBase64(bytes)}`;
    return html`<tr><td><${Text} of=${header.name} /></td><td><${Text} of=${value} /></td></tr>`;
  })}
<//>`;

function history(job, {attempts, result, resultBase64}, timeline) {
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>
    <ul>
      <li>Stored <${When} ms=${job.createdMs} /></li>
      ${job.version > 1 && html`<li>Changed ${job.version - 1} times</li>`}
      ${job.diedMs && html`<li>Died <${When} ms=${job.diedMs} /></li>`}
      ${job.endedMs && html`<li>Ended <${When} ms=${job.endedMs} /></li>`}
    </ul>
    ${timeline && changes(timeline)}
    ${attempts.length > 0 && html`
      <${Table} label="Attempts"
          head=${['Attempt', 'Delivered', 'Reserved', 'Ended', 'Outcome', 'Failure']}>
        ${attempts.map(one => html`<tr>
          <td>${one.number}</td>
          <td><${When} ms=${one.deliveredMs} far=${false} /></td>
          <td><${When} ms=${one.reservedMs} far=${false} /></td>
          <td><${When} ms=${one.endedMs} far=${false} /></td>
          <td>${one.outcome ?? 'in progress'}</td>
          <td>${(one.failure ?? one.note) && html`<${Text} of=${one.failure ?? one.note} />`}</td></tr>`)}
      <//>`}
    ${(result ?? resultBase64) && html`<h3>Result</h3>
      <${Payload} bytes=${bytesOf({result, resultBase64}, 'result')} />`}
  </section>`;
}

const changes = timeline => html`
  <${Table} label="Changes" head=${['When', 'Change', 'Attempt', 'By', 'Scheduler']}>
    ${timeline.changes.map(one => html`<tr>
      <td><${When} ms=${one.atMs} far=${false} /></td>
      <td>${one.event}</td>
      <td>${one.attempt}</td>
      <td>${one.actor && html`<${Text} of=${one.actor} />`}</td>
      <td>${one.instance && html`<${Text} of=${one.instance} />`}</td></tr>`)}
  <//>
  ${timeline.omitted > 0 && html`<p>${timeline.omitted} changes or more are left out.</p>`}`;

class Reschedule extends Component {
  async submit(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const body = form.get('delay')
      ? {delay: form.get('delay')}
      : {dueMs: new Date(form.get('due')).getTime()};
    this.setState({busy: true});
    await this.props.change(body);
    this.setState({busy: false});
  }

  render({job}, {busy}) {
    return html`<details>
      <summary>Reschedule</summary>
      <form onSubmit=${event => this.submit(event)}>
        <label>Due, in your zone<input name="due" type="datetime-local" step="0.001" required
          value=${localInput(job.dueMs)} /></label>
        <label>Or from now, like <code>30s</code>, <code>15m</code>, <code>2h</code>
          <input name="delay" autocomplete="off" /></label>
        <button type="submit" aria-busy=${busy ? 'true' : 'false'} disabled=${busy}>
          Reschedule</button>
      </form>
    </details>`;
  }
}

class EditPayload extends Component {
  async submit(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const text = form.get('payload');
    this.setState({busy: true, failure: undefined});
    try {
      if (form.get('as') === 'base64') {
        fromBase64(text);
      }
      await this.props.change(form.get('as') === 'base64' ? {valueBase64: text} : {value: text});
    } catch {
      this.setState({failure: {reason: 'FIELD_INVALID', message: 'The payload is not valid base64.'}});
    }
    this.setState({busy: false});
  }

  render({job}, {busy, failure}) {
    const bytes = bytesOf(job) ?? new Uint8Array();
    const text = textOf(bytes);
    return html`<details>
      <summary>Edit payload</summary>
      ${bytes.length > EDITED_BYTES
        ? html`<p>The payload is too long to be edited here; use PATCH /v1/jobs/{id}.</p>`
        : html`<form onSubmit=${event => this.submit(event)}>
          <${Trouble} failure=${failure} />
          <label>The bytes are given as<select name="as">
            <option value="text" selected=${text !== undefined}>text, sent as UTF-8</option>
            <option value="base64" selected=${text === undefined}>base64</option>
          </select></label>
          <label>Payload<textarea name="payload" rows="8" spellcheck=${false}
            defaultValue=${text ?? toBase64(bytes)} /></label>
          <button type="submit" aria-busy=${busy ? 'true' : 'false'} disabled=${busy}>
            Save payload</button>
        </form>`}
    </details>`;
  }
}
