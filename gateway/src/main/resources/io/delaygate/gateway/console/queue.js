import {Component, html} from './html.js';
import {call, get, query, segment} from './api.js';
import {number} from './format.js';
import {LiveView} from './live.js';
import {
  confirmed, count, Doing, Figure, Freshness, Parked, say, Text, tellOutcome, Trouble, When,
} from './parts.js';
import {bytesOf, Payload} from './payload.js';
import {STATES} from './queues.js';
import {sweep} from './bulk.js';

/** View of one queue: its counts, its first jobs, and its actions. */
export class Queue extends LiveView {
  get path() {
    return `v1/queues/${segment(this.props.about)}`;
  }

  load() {
    return get(`${this.path}/stats`);
  }

  async decide(what, path) {
    await tellOutcome(what, async () => {
      await call('POST', `${this.path}/${path}`, {});
      return {outcome: 'stored'};
    });
    await this.refresh();
  }

  /** Changes many jobs in parts, after asking. */
  async many(question, part) {
    if (!await confirmed(question)) {
      return;
    }
    try {
      const done = await sweep(part, progress => this.setState({progress: progress.changed}));
      say(`${question.action}: ${number(done.changed)} jobs, ${done.others} not`, done.others > 0);
    } catch (failure) {
      say(`${question.action}: ${failure.reason}. ${failure.message}`, true);
    }
    this.setState({progress: undefined});
    await this.refresh();
  }

  purge(state) {
    const {data} = this.state;
    const jobs = state ? data.states[state] : data.jobs;
    const question = {title: `Delete ${number(jobs)} ${state || 'pending'} jobs?`,
      text: 'They will not be handed out.', action: 'Purge'};
    return this.many(question, cursor => call('POST', `${this.path}/purge`,
      {...(state ? {state} : {all: true}), limit: 1000, cursor}));
  }

  kick() {
    const {states} = this.state.data;
    const jobs = states.dead || states.delayed;
    const question = {title: `Kick ${number(jobs)} jobs?`, action: 'Kick',
      text: states.dead ? 'Dead jobs start again with their first attempt.'
        : 'Delayed jobs are handed out now.'};
    return this.many(question, () => call('POST', `${this.path}/kick`,
      {count: Math.min(10_000, Math.max(1, jobs))}));
  }

  render({about, who}, state) {
    const {data, progress} = state;
    return html`
      <h1 tabindex="-1">Queue <${Text} of=${about} /></h1>
      <${Freshness} of=${state} />
      ${data && html`
        <dl class="figures">
          ${STATES.map(each => html`<${Figure} name=${each} value=${count(data.states[each])} />`)}
          <${Figure} name="callers waiting" value=${count(data.waiting)} note="at this gateway" />
          <${Figure} name="oldest ready" value=${html`<${When} ms=${data.oldestReadyMs} />`} />
        </dl>
        ${data.paused && html`<p><span class="state grave">paused</span> since
          <${When} ms=${data.pausedSinceMs} /></p>`}
        ${data.parked && html`<section aria-labelledby="parked"><h2 id="parked">Parked</h2>
          <${Parked} of=${data.parked} /></section>`}
        ${who.role !== 'read' && this.actions(data, who)}
        ${progress !== undefined && html`<p role="status">${progress} so far</p>`}
        <${Peek} path=${this.path} />`}`;
  }

  actions(data, who) {
    return html`<section aria-labelledby="actions">
      <h2 id="actions">Actions</h2>
      <div class="actions">
        ${who.role === 'admin' && (data.paused
          ? html`<${Doing} act=${() => this.decide('Resume', 'resume')}>Resume<//>`
          : html`<${Doing} className="outline"
              act=${() => this.decide('Pause', 'pause')}>Pause<//>`)}
        <${Doing} className="outline" act=${() => this.kick()}
          disabled=${!data.states.dead && !data.states.delayed}>
          Kick ${data.states.dead ? 'dead' : 'delayed'}<//>
        <${Doing} className="grave" act=${() => this.purge('')} disabled=${!data.jobs}>
          Purge pending<//>
        <${Doing} className="grave" act=${() => this.purge('dead')} disabled=${!data.states.dead}>
          Purge dead<//>
      </div>
    </section>`;
  }
}

class Peek extends Component {
  async submit(event) {
    event.preventDefault();
    const state = new FormData(event.target).get('state');
    try {
      this.setState({job: await get(`${this.props.path}/peek` + query({state})),
        failure: undefined});
    } catch (failure) {
      this.setState({job: undefined, failure});
    }
  }

  render(props, {job, failure}) {
    return html`<section aria-labelledby="peek">
      <h2 id="peek">First job</h2>
      <form class="filter" onSubmit=${event => this.submit(event)}>
        <label>State<select name="state">
          ${STATES.map(state => html`<option selected=${state === 'ready'}>${state}</option>`)}
        </select></label>
        <button type="submit" class="outline">Peek</button>
      </form>
      <${Trouble} failure=${failure} doing="No job can be shown" />
      ${job && html`<p><a href=${`#/job/${encodeURIComponent(job.id)}`}>
        <${Text} of=${job.id} /></a>, due <${When} ms=${job.dueMs} /></p>
        <${Payload} bytes=${bytesOf(job)} />`}
    </section>`;
  }
}
