import {html} from './html.js';
import {get, query, segment} from './api.js';
import {LiveView} from './live.js';
import {count, Freshness, Table, Text, Trouble, When} from './parts.js';

/** Endpoints of a page: each is asked for its counts, every 2 s. */
const LIMIT = 20;

/** Counts of an endpoint whose jobs no scheduler counts now. */
const UNKNOWN = {delayed: null, parked: null, ready: null, reserved: null, dead: null};

/** View of the HTTP endpoints of the namespace, a page at a time. */
export class Endpoints extends LiveView {
  constructor(props) {
    super(props);
    this.state.cursors = [''];
  }

  async load() {
    const page = await get('v1/endpoints' + query({limit: LIMIT, cursor: this.state.cursors.at(-1)}));
    const endpoints = await Promise.all(page.endpoints.map(counted));
    return {endpoints, next: page.cursor, stale: endpoints.some(one => one.stats?.stale)};
  }

  show(cursors) {
    this.setState({cursors}, () => this.refresh());
  }

  render(props, state) {
    const {data, cursors} = state;
    return html`
      <h1 tabindex="-1">Endpoints</h1>
      <${Freshness} of=${state} />
      ${data && html`
        <${Trouble} failure=${data.endpoints.find(one => one.failure)?.failure}
          doing="Not all jobs can be counted" />
        <${Table} label="Endpoints" head=${['Endpoint', 'URL', 'Calls', 'Waiting', 'Ready', 'Called',
          'Dead', 'Breaker', 'Last failure']}>
          ${data.endpoints.map(row)}
        <//>
        ${data.endpoints.length === 0 && html`<p>No endpoints. An administrator makes one with
          ${' '}<code>PUT /v1/endpoints/{endpoint}</code> or <code>delaygate endpoints put</code>.</p>`}
        ${(cursors.length > 1 || data.next) && html`<p class="pager">
          <button type="button" class="outline" disabled=${cursors.length < 2}
            onClick=${() => this.show(cursors.slice(0, -1))}>Earlier</button>
          <span>Page ${cursors.length}</span>
          <button type="button" class="outline" disabled=${!data.next}
            onClick=${() => this.show([...cursors, data.next])}>Later</button>
        </p>`}`}`;
  }
}

function row(one) {
  const {endpoint, url, stats} = one;
  const calls = stats?.calls;
  const states = stats?.states ?? UNKNOWN;
  return html`<tr key=${endpoint} data-endpoint=${endpoint}>
    <td><a href=${`#/endpoint/${encodeURIComponent(endpoint)}`}><${Text} of=${endpoint} /></a></td>
    <td><${Text} of=${url} /></td>
    <td><${Calls} of=${one} /></td>
    <td>${count(waiting(states))}</td><td>${count(states.ready)}</td>
    <td>${count(states.reserved)}</td><td>${count(states.dead)}</td>
    <td><${Breaker} of=${calls} /></td>
    <td><${LastFailure} of=${calls} /></td>
  </tr>`;
}

/** Endpoint with the counts of its jobs, or with the reason why they are unknown. */
export async function counted(endpoint) {
  try {
    return {...endpoint, stats: await get(`${endpointPath(endpoint.endpoint)}/stats`)};
  } catch (failure) {
    return {...endpoint, failure};
  }
}

export const endpointPath = name => `v1/endpoints/${segment(name)}`;

/** Jobs that are not due yet, or that a pause or a rate keeps back. */
export const waiting = ({delayed, parked}) => delayed === null ? null : delayed + parked;

/** Whether the endpoint is called, and why not. */
function Calls({of: {paused, pausedUntilMs, obstacle}}) {
  return html`${paused && html`<span class="state grave">paused</span>
      ${pausedUntilMs && html` until <${When} ms=${pausedUntilMs} far=${false} />`}`}
    ${obstacle && html` <span class="state grave">not called</span>${' '}<${Text} of=${obstacle} />`}
    ${!paused && !obstacle && 'on'}`;
}

/** State of the breaker at the gateway that answers. */
export function Breaker({of}) {
  const breaker = of?.breaker;
  return breaker === undefined ? '–' : html`<span
    class=${breaker === 'closed' ? 'state' : 'state grave'}>${breaker.replace('_', ' ')}</span>`;
}

/** Last failed call and its time. */
export const LastFailure = ({of}) => of?.lastFailure === undefined ? '–'
  : html`<${Text} of=${of.lastFailure} /> <${When} ms=${of.lastFailedAtMs} />`;
