import {html} from './html.js';
import {get} from './api.js';
import {duration, local, number, visible} from './format.js';
import {LiveView} from './live.js';
import {Bars} from './chart.js';
import {count, Figure, Freshness, rate, Table, When} from './parts.js';
import {Trends} from './trends.js';

const SPANS = {minute: 'a minute', hour: 'an hour', day: 'a day'};

/** View of the present state of the installation. */
export class Overview extends LiveView {
  load() {
    return get('v1/overview');
  }

  render(props, state) {
    const {data} = state;
    return html`
      <h1 tabindex="-1">Overview</h1>
      <${Freshness} of=${state} />
      ${data && html`
        ${this.missing(data)}
        ${this.figures(data)}
        ${data.due.spans.length > 0 && this.timeline(data, state.span ?? 'hour')}
        ${data.overdue && html`<${Trends} />`}
        ${data.instances && this.instances(data)}
        ${data.partitions && this.partitions(data)}`}`;
  }

  missing({missing}) {
    return missing.length > 0 && html`<article class="trouble" role="alert">
      <strong>No scheduler answers for ${missing.length === 1 ? 'partition' : 'partitions'}
        ${' '}${missing.join(', ')}</strong>
      <p>Their jobs are not counted here. They are stored, and are delivered when another scheduler
        has taken over.</p>
    </article>`;
  }

  figures(data) {
    const {atLeast, pace, states} = data;
    const least = value => (atLeast && value !== null ? '≥ ' : '') + count(value);
    const out = states.READY === null ? null : states.READY + states.RESERVED;
    return html`<dl class="figures">
      <${Figure} name="Pending" value=${least(data.jobs)} href="#/jobs"
        note=${`${count(states.PARKED)} parked, ${count(out)} out`} />
      ${Object.keys(SPANS).map(name => html`<${Figure} name=${`Due within ${SPANS[name]}`}
        value=${within(data, name)} />`)}
      ${pace && html`<${Figure} name="Emitted per second" value=${rate(pace.perSecond)}
          note=${pace.perSecond === null ? pace.why : `over ${duration(pace.overMs)}`} />
        <${Figure} name="Lateness p50 / p99" value=${lateness(pace)}
          note=${pace.latenessMs ? `largest ${duration(pace.latenessMs.max)}` : pace.why} />`}
      ${data.overdue && html`<${Figure} name="Overdue"
          value=${(data.overdue.approximate ? '≈ ' : '') + least(data.overdue.jobs)}
          note=${drain(data.overdue, data.asOfMs)} />
        <${Figure} name="Oldest overdue" value=${oldest(data)}
          note=${data.oldestOverdueMs ? local(data.oldestOverdueMs) : ''} />
        <${Figure} name="Unread" value=${count(data.lag)} note="commands" />`}
      <${Figure} name="Dead letters" value=${least(states.DEAD)} href="#/letters" />
      <${Figure} name="Rejected" value=${count(data.rejected?.lastHour)}
        note=${rejected(data.rejected)} href="#/letters" />
    </dl>`;
  }

  timeline(data, name) {
    const {due} = data;
    const span = due.spans.find(each => each.name === name);
    const label = `${within(data, name)} jobs due within ${
      SPANS[name]}; see the table below`;
    return html`<section aria-labelledby="timeline">
      <h2 id="timeline">Due</h2>
      <div role="group" aria-label="How far ahead">
        ${Object.keys(SPANS).map(each => html`<button type="button"
          class=${each === name ? '' : 'outline'} aria-pressed=${each === name ? 'true' : 'false'}
          onClick=${() => this.setState({span: each})}>Next ${each}</button>`)}
      </div>
      <${Bars} label=${label} fromMs=${due.fromMs} stepMs=${span.stepMs} values=${span.jobs} />
      <details>
        <summary>Show as a table</summary>
        <${Table} label="Jobs by due time" head=${['From', 'Jobs']}>
          ${span.jobs.map((jobs, i) => jobs > 0 && html`<tr>
            <td><${When} ms=${due.fromMs + i * span.stepMs} far=${false} /></td>
            <td>${sign(span, data, i + 1)}${number(jobs)}</td></tr>`)}
        <//>
      </details>
    </section>`;
  }

  instances({instances}) {
    return html`<section aria-labelledby="instances">
      <h2 id="instances">Schedulers</h2>
      <${Table} label="Schedulers" head=${['Address', 'Health', 'Owns', 'Stands by', 'Emits per s']}>
        ${instances.map(one => html`<tr key=${one.url}>
          <td>${one.url}</td>
          <td><span class=${one.health === 'ready' ? 'state' : 'state grave'}>${one.health}</span>
            ${one.why && html` <small>${visible(one.why)}</small>`}</td>
          <td>${count(one.active)}</td><td>${one.standby}</td>
          <td>${rate(one.perSecond)}</td></tr>`)}
      <//>
    </section>`;
  }

  partitions({partitions, missing}) {
    const rows = [...partitions, ...missing.map(unknown)]
      .sort((a, b) => a.partition - b.partition);
    return html`<section aria-labelledby="partitions">
      <h2 id="partitions">Partitions</h2>
      <${Table} label="Partitions"
          head=${['Partition', 'Owner', 'Pending', 'Next due', 'Oldest overdue', 'Unread']}>
        ${rows.map(one => html`<tr key=${one.partition}>
          <td>${one.partition}</td>
          <td>${one.owner ?? html`<span class="state grave">none</span>`}</td>
          <td>${count(one.jobs)}</td>
          <td><${When} ms=${one.nextDueMs} /></td>
          <td><${When} ms=${one.oldestOverdueMs} /></td>
          <td>${count(one.lag)}</td></tr>`)}
      <//>
    </section>`;
  }
}

/** The target that most rejected commands named. */
const rejected = of => (of?.topics.length > 0 ? `within an hour, most for ${visible(of.topics[0].topic)}`
  : 'commands within an hour');

const total = span => span.jobs.reduce((sum, jobs) => sum + jobs, 0);

/** Row of a partition for which no scheduler answers. */
const unknown = partition =>
  ({partition, jobs: null, nextDueMs: null, oldestOverdueMs: null, lag: null});

/**
 * Sign of a number that is a lower bound, as partitions are missing, or that could not be counted
 * in time: an estimate or a lower bound.
 */
function sign(span, {atLeast, due}, parts) {
  const isExact = due.fromMs + parts * span.stepMs <= due.exactToMs;
  return atLeast ? '≥ ' : isExact ? '' : due.behind === 'estimated' ? '≈ ' : '≥ ';
}

/** Number of jobs that become due within a span. */
function within(data, name) {
  const span = data.due.spans.find(each => each.name === name);
  return span ? sign(span, data, span.jobs.length) + number(total(span)) : count(null);
}

const lateness = ({latenessMs, perSecond}) =>
  latenessMs ? `${duration(latenessMs.p50)} / ${duration(latenessMs.p99)}`
    : perSecond === 0 ? 'none emitted' : count(null);

function oldest({asOfMs, oldestOverdueMs}) {
  return oldestOverdueMs === undefined ? 'none'
    : oldestOverdueMs === null ? count(null) : duration(asOfMs - oldestOverdueMs);
}

/** How fast a backlog becomes smaller, and when it ends. */
function drain({jobs, parked, drainPerSecond, drainedAtMs}, asOfMs) {
  const notes = [];
  if (jobs > parked && drainPerSecond !== null) {
    const speed = `${number(Math.abs(drainPerSecond).toFixed(drainPerSecond < 10 ? 1 : 0))}/s`;
    notes.push(drainPerSecond > 0 ? `draining ${speed}`
      : drainPerSecond < 0 ? `growing ${speed}` : 'not draining');
  }
  if (drainedAtMs !== null) {
    notes.push(`done in ${duration(drainedAtMs - asOfMs)}`);
  }
  if (parked > 0) {
    notes.push(`${number(parked)} parked`);
  }
  return notes.join(', ');
}
