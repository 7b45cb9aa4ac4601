import {html} from './html.js';
import {get} from './api.js';
import {duration, local, number, visible} from './format.js';
import {LiveView} from './live.js';
import {Bars} from './chart.js';
import {count, Figure, Freshness, Table, When} from './parts.js';

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
        ${data.due.spans.length > 0 && html`
          ${this.figures(data)}
          ${this.timeline(data, state.span ?? 'hour')}`}
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
    const {pace, states} = data;
    const overdue = data.oldestOverdueMs;
    return html`<dl class="figures">
      <${Figure} name="Pending" value=${count(data.jobs)} href="#/jobs"
        note=${`${count(states.PARKED)} parked, ${count(states.READY + states.RESERVED)} out`} />
      ${data.due.spans.map(span => html`<${Figure} name=${`Due within ${SPANS[span.name]}`}
        value=${sign(span, data.due, span.jobs.length) + count(total(span))} />`)}
      ${pace && html`<${Figure} name="Emitted per second" value=${pace.perSecond.toFixed(1)}
        note="over a minute" />
        <${Figure} name="Lateness p50 / p99" value=${lateness(pace)} note="over a minute" />`}
      ${!data.namespace && html`<${Figure} name="Oldest overdue"
        value=${overdue === undefined ? 'none' : duration(data.asOfMs - overdue)}
        note=${overdue === undefined ? '' : local(overdue)} />
        <${Figure} name="Unread" value=${count(data.lag)} note="commands" />`}
      <${Figure} name="Dead letters" value=${count(states.DEAD)} href="#/letters" />
    </dl>`;
  }

  timeline({due}, name) {
    const span = due.spans.find(each => each.name === name);
    const label = `${sign(span, due, span.jobs.length)}${number(total(span))} jobs due within ${
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
            <td>${sign(span, due, i + 1)}${number(jobs)}</td></tr>`)}
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
          <td>${one.active}</td><td>${one.standby}</td>
          <td>${one.perSecond === undefined ? '–' : one.perSecond.toFixed(1)}</td></tr>`)}
      <//>
    </section>`;
  }

  partitions({partitions, missing}) {
    const rows = [...partitions, ...missing.map(number => ({partition: number}))]
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

const total = span => span.jobs.reduce((sum, jobs) => sum + jobs, 0);

/** Sign of a number that could not be counted in time: an estimate or a lower bound. */
function sign(span, due, parts) {
  const isExact = due.fromMs + parts * span.stepMs <= due.exactToMs;
  return isExact ? '' : due.behind === 'estimated' ? '≈ ' : '≥ ';
}

const lateness = ({latenessMs}) =>
  latenessMs ? `${duration(latenessMs.p50)} / ${duration(latenessMs.p99)}` : 'none emitted';
