import {Component, html} from './html.js';
import {call, get, query} from './api.js';
import {duration, number, visibleLines} from './format.js';
import {
  Breaker, counted, endpointPath, LastFailure, waiting,
} from './endpoints.js';
import {LiveView} from './live.js';
import {
  confirmed, count, Doing, Figure, Freshness, Parked, say, Table, tellOutcome, Text, Trouble, When,
} from './parts.js';

/** Time that the gateway may need besides the call. */
const SPARE_MS = 10_000;

/** View of one HTTP endpoint: its jobs, its calls, its settings, and its actions. */
export class Endpoint extends LiveView {
  get path() {
    return endpointPath(this.props.about);
  }

  async load() {
    const one = await counted(await get(this.path));
    return {...one, stale: one.stats?.stale};
  }

  async decide(what, path) {
    await tellOutcome(what, () => call('POST', `${this.path}/${path}`));
    await this.refresh();
  }

  async pause() {
    const name = this.props.about;
    const asked = {title: `Pause ${name}?`, action: 'Pause it',
      text: 'Its due jobs wait until it is resumed, or until they expire. Calls in flight end.'};
    if (await confirmed(asked)) {
      await this.decide(`Pause ${name}`, 'pause');
    }
  }

  render({about, who}, state) {
    const {data} = state;
    return html`
      <h1 tabindex="-1">Endpoint <${Text} of=${about} /></h1>
      <${Freshness} of=${state} />
      ${data && html`
        ${data.obstacle && html`<article class="trouble" role="alert">
          <strong>It is not called</strong><p><${Text} of=${data.obstacle} /></p></article>`}
        ${data.paused && html`<p><span class="state grave">paused</span> since
          <${When} ms=${data.pausedSinceMs} />${data.pausedUntilMs && html`, until
          ${' '}<${When} ms=${data.pausedUntilMs} />`}</p>`}
        ${jobs(data)}
        ${who.role === 'admin' && html`<section aria-labelledby="actions">
          <h2 id="actions">Actions</h2>
          <div class="actions">${data.paused
            ? html`<${Doing} act=${() => this.decide(`Resume ${about}`, 'resume')}>Resume<//>`
            : html`<${Doing} className="outline" act=${() => this.pause()}>Pause<//>`}
          </div>
        </section>`}
        ${data.stats && calls(data.stats.calls)}
        ${settings(data)}
        ${who.role === 'admin' && html`<${TestCall} path=${this.path} name=${about}
          longestMs=${data.timeoutMs + SPARE_MS} />`}`}`;
  }
}

function jobs({endpoint, stats, failure}) {
  const states = stats?.states;
  const listed = state => `#/jobs${query({endpoint, state})}`;
  return html`<section aria-labelledby="jobs"><h2 id="jobs">Jobs</h2>
    <${Trouble} failure=${failure} doing="Its jobs cannot be counted" />
    ${stats && html`<dl class="figures">
      <${Figure} name="waiting" value=${count(waiting(states))}
        note=${`${number(states.parked)} parked`} />
      <${Figure} name="ready" value=${count(states.ready)} href=${listed('READY')}
        note="due, before the call" />
      <${Figure} name="called" value=${count(states.reserved)} href=${listed('RESERVED')}
        note="the call is in flight" />
      <${Figure} name="dead" value=${count(states.dead)} href=${listed('DEAD')} />
      <${Figure} name="oldest ready" value=${html`<${When} ms=${stats.oldestReadyMs} />`} />
    </dl>
    <${Parked} of=${stats.parked} />`}
    <p><a href=${listed()}>List its jobs</a>, <a href=${`#/letters${query({endpoint})}`}>its dead
      letters</a></p>
  </section>`;
}

const calls = of => html`<section aria-labelledby="calls"><h2 id="calls">Calls</h2>
  ${of ? html`<p>Those of the gateway that answers, since its start.</p>
    <dl class="figures">
      <${Figure} name="in flight" value=${count(of.inFlight)} />
      <${Figure} name="succeeded" value=${count(of.succeeded)} />
      <${Figure} name="failed" value=${count(of.failed)} />
    </dl>
    <dl class="facts">
      <div><dt>Breaker</dt><dd><${Breaker} of=${of} />${of.breaker !== 'closed'
        && ' Five calls or more failed in a row: after at most 60 s one is tried.'}</dd></div>
      <div><dt>Last failure</dt><dd><${LastFailure} of=${of} /></dd></div>
    </dl>`
    : html`<p>The gateway that answers makes no calls.</p>`}
</section>`;

function settings(data) {
  const {ack} = data;
  const rows = [
    ['URL', html`<${Text} of=${data.url} />`],
    ['Method', data.method],
    ['Time-out', duration(data.timeoutMs)],
    ['Calls at the same time', number(data.parallelism)],
    ['Calls per second', data.perSecond ? number(data.perSecond) : 'no limit'],
    ack && ['Attempts', ack.maxAttempts ? number(ack.maxAttempts) : 'no limit'],
    ack?.backoff && ['Between attempts', between(ack.backoff)],
    ['Priority', data.priority],
    ['Expired jobs', data.onExpiry === 'drop' ? 'are dropped' : 'become dead letters'],
    data.secretSetAtMs && ['Signing secret made', html`<${When} ms=${data.secretSetAtMs} />`],
    data.formerSecretUntilMs && ['Former secret signs until',
      html`<${When} ms=${data.formerSecretUntilMs} />`],
  ];
  const headers = [
    ...Object.entries(data.headers).map(([name, value]) => [name, html`<${Text} of=${value} />`]),
    ...Object.keys(data.secretHeaders ?? {}).map(name => [name, html`<em>secret</em>`]),
  ];
  return html`<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
    <dl class="facts">${rows.filter(Boolean).map(([name, value]) =>
      html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    ${headers.length > 0 && html`<${Table} label="Headers of each call" head=${['Header', 'Value']}>
      ${headers.map(([name, value]) => html`<tr key=${name}>
        <td><${Text} of=${name} /></td><td>${value}</td></tr>`)}
    <//>`}
  </section>`;
}

const between = ({kind, initialMs, maxMs}) => kind === 'fixed' ? duration(initialMs)
  : `${duration(initialMs)}, growing to ${duration(maxMs)}`;

/** Form that calls the endpoint now. Its answer may hold anything, and is only shown. */
class TestCall extends Component {
  async submit(event) {
    event.preventDefault();
    if (this.state.busy) {
      return;
    }
    const {path, name, longestMs} = this.props;
    const form = new FormData(event.target);
    this.setState({busy: true, failure: undefined, end: undefined});
    try {
      const body = testBody(form.get('path'), form.get('value'));
      const end = await call('POST', `${path}/test`, body, {}, longestMs);
      say(`Test of ${name}: ${end.status ?? 'no answer'}`, !isSuccess(end));
      this.setState({end});
    } catch (failure) {
      this.setState({failure});
    }
    this.setState({busy: false});
  }

  render(props, {busy, failure, end}) {
    return html`<section aria-labelledby="test"><h2 id="test">Test</h2>
      <p>Calls the endpoint now, signed like the call of a job. No job is made.</p>
      <form onSubmit=${event => this.submit(event)}>
        <label>Path of the job, none if empty<input name="path" maxlength="1024" autocomplete="off"
          spellcheck=${false} /></label>
        <label>Body in JSON, <code>${'{"test":true}'}</code> if empty
          <textarea name="value" rows="3" spellcheck=${false} /></label>
        <button type="submit" aria-busy=${busy ? 'true' : 'false'}
          aria-disabled=${busy ? 'true' : undefined}>Call it</button>
      </form>
      <${Trouble} failure=${failure} doing="The endpoint was not called" />
      ${end && ended(end)}
    </section>`;
  }
}

const isSuccess = ({status}) => status >= 200 && status < 300;

/** Body in JSON of a test, in which numbers keep their digits. */
function testBody(path, value) {
  const fields = path ? [`"path":${JSON.stringify(path)}`] : [];
  if (value.trim() !== '') {
    try {
      JSON.parse(value);
    } catch {
      throw Object.assign(new Error('The body is not valid JSON.'), {reason: 'BODY_INVALID'});
    }
    fields.push(`"value":${value}`);
  }
  return `{${fields.join(',')}}`;
}

function ended({status, tookMs, answer, failure}) {
  return html`<p class=${isSuccess({status}) ? '' : 'away'}>${status === undefined
      ? html`No answer in ${number(tookMs)} ms: <${Text} of=${failure} />`
      : html`Status <strong>${status}</strong> in ${number(tookMs)} ms`}</p>
    ${answer && html`<pre class="payload" tabindex="0" aria-label="Beginning of the answer"
      dir="ltr"><code>${visibleLines(answer)}</code></pre>`}
    ${answer === '' && html`<p>The answer has no body.</p>`}`;
}
