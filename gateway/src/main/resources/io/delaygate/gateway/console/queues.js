import {html} from './html.js';
import {get} from './api.js';
import {LiveView} from './live.js';
import {count, Freshness, Table} from './parts.js';

export const STATES = ['delayed', 'parked', 'ready', 'reserved', 'dead'];

/** View of the queues of the namespace. */
export class Queues extends LiveView {
  load() {
    return get('v1/queues');
  }

  render(props, state) {
    return html`
      <h1 tabindex="-1">Queues</h1>
      <${Freshness} of=${state} />
      ${state.data && html`
        <${Table} label="Queues" head=${['Queue', 'Pending', ...STATES]}>
          ${state.data.queues.map(({queue, jobs, states}) => html`<tr key=${queue}>
            <td><a href=${`#/queue/${encodeURIComponent(queue)}`}>${queue}</a></td>
            <td>${count(jobs)}</td>
            ${STATES.map(each => html`<td>${count(states[each])}</td>`)}</tr>`)}
        <//>
        ${state.data.queues.length === 0
          && html`<p>No queues: a queue is listed while it has jobs.</p>`}`}`;
  }
}
