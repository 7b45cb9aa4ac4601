import {html} from './html.js';
import {get} from './api.js';
import {number} from './format.js';
import {LiveView} from './live.js';
import {Bars} from './chart.js';
import {count, Freshness, Table, When} from './parts.js';

/** Schedulers count as often. */
const EVERY_MS = 10_000;

const FIGURES = {
  delivered: 'Delivered', scheduled: 'Scheduled', p99: 'Lateness p99, ms', overdue: 'Overdue',
  pending: 'Pending', ready: 'Ready in queues', dead: 'Dead', rejected: 'Rejected',
};

/** Part of the overview: figures of the last three hours, a minute each. */
export class Trends extends LiveView {
  get everyMs() {
    return EVERY_MS;
  }

  load() {
    return get('v1/trends');
  }

  render(props, state) {
    const {data, failure, figure = 'delivered'} = state;
    return html`<section aria-labelledby="trends">
      <h2 id="trends">Last three hours</h2>
      ${failure && html`<${Freshness} of=${state} />`}
      ${data && html`
        <div role="group" aria-label="Which figure">
          ${Object.keys(FIGURES).map(each => html`<button type="button"
            class=${each === figure ? '' : 'outline'}
            aria-pressed=${each === figure ? 'true' : 'false'}
            onClick=${() => this.setState({figure: each})}>${FIGURES[each]}</button>`)}
        </div>
        <${Bars} label=${label(data, figure)} fromMs=${data.fromMs} stepMs=${data.stepMs}
          values=${data.steps.map(step => value(step, figure))} />
        ${unknown(data.steps)}
        <details>
          <summary>Show as a table</summary>
          <${Table} label="Figures of the last three hours"
              head=${['From', 'p50, ms', ...Object.values(FIGURES)]}>
            ${data.steps.filter(isKnown).map(step => html`<tr key=${step.atMs}>
              <td><${When} ms=${step.atMs} far=${false} /></td>
              <td>${count(step.latenessMs?.p50)}</td>
              ${Object.keys(FIGURES).map(each => html`<td>${
                each === 'overdue' && step.approximate ? '≈ ' : ''}${
                count(value(step, each) ?? undefined)}</td>`)}</tr>`)}
          <//>
        </details>`}
    </section>`;
  }
}

const isKnown = step => step.delivered !== null;

const value = (step, figure) => figure === 'p99' ? step.latenessMs?.p99 ?? null : step[figure];

function label({steps}, figure) {
  const values = steps.map(step => value(step, figure)).filter(each => each !== null);
  const most = values.length === 0 ? 'unknown' : `at most ${number(Math.max(...values))}`;
  return `${FIGURES[figure]}, by minute: ${most}; see the table below`;
}

/** Gaps of the chart, which are not zeros. */
function unknown(steps) {
  const gaps = steps.filter(step => !isKnown(step)).length;
  return gaps > 0 && html`<p><small>${number(gaps)} of ${number(steps.length)} minutes are unknown:
    a scheduler was started since, or does not answer.</small></p>`;
}
