import {Component, html} from './html.js';
import {call, get, query} from './api.js';
import {attempt, targetOf} from './format.js';
import {confirmed, Doing, say, State, Table, Text, Trouble, When} from './parts.js';
import {sweep} from './bulk.js';

const LIMIT = 50;
const STATES = ['SCHEDULED', 'PARKED', 'READY', 'RESERVED', 'DEAD'];
const ENDED = ['DELIVERED', 'DONE', 'CANCELLED', 'EXPIRED', 'DISCARDED'];
const FILTERS = ['idPrefix', 'topic', 'endpoint', 'state', 'dueFrom', 'dueTo'];

/** View of the jobs in due order, or of ended ones by their end, a page at a time. */
export class Jobs extends Component {
  constructor(props) {
    super(props);
    const filter = Object.fromEntries(FILTERS.map(name => [name, props.query.get(name) ?? '']));
    this.state = {filter, cursors: ['']};
    this.turn = 0;
  }

  componentDidMount() {
    this.show(['']);
  }

  /** Shows the page behind the last of these cursors. */
  async show(cursors) {
    const turn = ++this.turn;
    this.setState({busy: true, failure: undefined});
    const filter = asked(this.state.filter);
    try {
      let cursor = cursors.at(-1);
      let page = {jobs: [], cursor};
      const jobs = [];
      // a filter that takes few jobs is answered in pieces
      do {
        page = await get('v1/jobs' + query({...filter, limit: LIMIT - jobs.length, cursor}));
        jobs.push(...page.jobs);
        cursor = page.cursor;
      } while (cursor && jobs.length < LIMIT && turn === this.turn);
      if (turn === this.turn) {
        this.setState(
          {busy: false, cursors, jobs, next: cursor, stale: page.stale, shown: filter.state});
      }
    } catch (failure) {
      if (turn === this.turn) {
        this.setState({busy: false, failure});
      }
    }
  }

  search(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const filter = Object.fromEntries(FILTERS.map(name => [name, form.get(name) ?? '']));
    history.replaceState(null, '', '#/jobs' + query(filter));
    this.setState({filter}, () => this.show(['']));
  }

  async cancelAll() {
    const {topic, endpoint, dueFrom, dueTo} = asked(this.state.filter);
    const target = topic || (endpoint && targetOf({endpoint}));
    const text = `All pending jobs ${target ? `for ${target} ` : ''}${
      dueFrom || dueTo ? 'that are due in that time ' : ''}end without delivery.`;
    if (await confirmed({title: 'Cancel all that match?', text, action: 'Cancel them'})) {
      const bounds = {topic, endpoint, dueFrom, dueTo};
      const filter = Object.fromEntries(Object.entries(bounds).filter(([, value]) => value));
      try {
        const done = await sweep(
          cursor => call('POST', 'v1/jobs/cancel', {filter, limit: 1000, cursor}),
          progress => this.setState({progress: progress.changed}));
        say(`${done.changed} jobs cancelled, ${done.others} not`, done.others > 0);
      } catch (failure) {
        say(`Not all jobs were cancelled: ${failure.reason}. ${failure.message}`, true);
      }
      this.setState({progress: undefined});
      this.show(['']);
    }
  }

  render({who}, {filter, shown, jobs, next, cursors, busy, failure, stale, progress}) {
    const maySweep = who.role !== 'read'
      && (filter.topic || filter.endpoint || filter.dueFrom || filter.dueTo) && !filter.idPrefix && !filter.state;
    const ended = isEnded(shown ?? '');
    return html`
      <h1 tabindex="-1">Jobs</h1>
      <form class="filter" onSubmit=${event => this.search(event)}>
        ${this.field('idPrefix', 'Id begins with', filter)}
        ${this.field('topic', 'Target topic', filter)}
        ${this.field('endpoint', 'Target endpoint', filter)}
        <label>State<select name="state">
          <option value="">any pending</option>
          ${STATES.map(state => html`<option selected=${filter.state === state}>${state}</option>`)}
          <option value=${ENDED.join()} selected=${filter.state === ENDED.join()}>any ended</option>
          ${ENDED.map(state => html`<option selected=${filter.state === state}>${state}</option>`)}
        </select></label>
        ${this.field('dueFrom', 'Due from', filter, 'datetime-local')}
        ${this.field('dueTo', 'Due before', filter, 'datetime-local')}
        <button type="submit" aria-busy=${busy ? 'true' : 'false'}>Show</button>
      </form>
      <${OpenOne} />
      <${Trouble} failure=${failure} doing="The jobs cannot be listed" />
      ${stale && html`<p class="freshness away" role="status">
        A standby answered: the data may be old.</p>`}
      ${jobs && html`
        <${Table} label=${ended ? 'Jobs by the time of their end' : 'Jobs by due time'}
          head=${[ended ? 'Ended' : 'Due', 'Id', 'Target', 'State', 'Attempt']}>
          ${jobs.map(row)}
        <//>
        ${jobs.length === 0 && html`<p>No job matches the filter.</p>`}
        <p class="pager">
          <button type="button" class="outline" disabled=${busy || cursors.length < 2}
            onClick=${() => this.show(cursors.slice(0, -1))}>${ended ? 'Newer' : 'Earlier'}</button>
          <span>Page ${cursors.length}, ${jobs.length} jobs</span>
          <button type="button" class="outline" disabled=${busy || !next}
            onClick=${() => this.show([...cursors, next])}>${ended ? 'Older' : 'Later'}</button>
          ${maySweep && html`<${Doing} className="outline grave" act=${() => this.cancelAll()}>
            Cancel all that match<//>`}
          ${progress !== undefined && html`<span role="status">${progress} cancelled</span>`}
        </p>`}`;
  }

  field(name, label, filter, type = 'text') {
    const step = type === 'text' ? undefined : '0.001';
    return html`<label>${label}<input name=${name} type=${type} step=${step}
      value=${filter[name]} autocomplete="off" spellcheck=${false} /></label>`;
  }
}

const row = job => html`<tr key=${job.id} data-id=${job.id}>
  <td><${When} ms=${job.endedMs ?? job.dueMs} /></td>
  <td><a href=${`#/job/${encodeURIComponent(job.id)}`}><${Text} of=${job.id} /></a></td>
  <td><${Text} of=${targetOf(job.target)} /></td>
  <td><${State} of=${job.state} /></td>
  <td>${attempt(job) ?? '–'}</td>
</tr>`;

/** Form that opens the job with an id, pending or ended. */
function OpenOne() {
  const open = event => {
    event.preventDefault();
    location.hash = `#/job/${encodeURIComponent(new FormData(event.target).get('id'))}`;
  };
  return html`<form class="filter" onSubmit=${open}>
    <label>Exact id<input name="id" required autocomplete="off" spellcheck=${false} /></label>
    <button type="submit" class="outline">Open</button>
  </form>`;
}

/** Filter in the form of the API: times with an offset. */
const isEnded = states => ENDED.includes(states.split(',')[0]);

function asked(filter) {
  const time = text => (text ? new Date(text).toISOString() : '');
  return {...filter, dueFrom: time(filter.dueFrom), dueTo: time(filter.dueTo)};
}
