import {html} from './html.js';
import {get} from './api.js';
import {number, visible} from './format.js';
import {LiveView} from './live.js';
import {Freshness, Text, When} from './parts.js';

const STATUS = {
  healthy: 'Nothing is wrong.',
  faulty: 'Something is wrong.',
  unknown: 'No fault is known, but not everything could be judged.',
};

/** View of what is wrong now, what it costs and what to do. */
export class Health extends LiveView {
  load() {
    return get('v1/health');
  }

  render(props, state) {
    const {data} = state;
    return html`
      <h1 tabindex="-1">Health</h1>
      <${Freshness} of=${state} />
      ${data && html`
        <p role="status"><strong>${STATUS[data.status]}</strong></p>
        ${data.faults.length > 0 && html`<ul class="faults" aria-label="Faults">
          ${data.faults.map(fault => html`<${Fault} key=${key(fault)} of=${fault} />`)}
        </ul>`}
        ${data.omitted > 0 && html`<p>Further faults: ${number(data.omitted)}</p>`}
        ${data.unjudged.length > 0 && html`<section aria-labelledby="unjudged">
          <h2 id="unjudged">Not judged</h2>
          <ul>${data.unjudged.map(one => html`<li key=${one.sentence}>
            <${Text} of=${one.sentence} /></li>`)}</ul>
        </section>`}`}`;
  }
}

const key = ({code, instance, topic, namespace, endpoint, reason}) =>
  JSON.stringify([code, instance, topic, namespace, endpoint, reason]);

/** Text whose parts in backticks are code. */
const coded = text => text.split('`').map((part, i) =>
  i % 2 === 1 ? html`<code>${visible(part)}</code>` : visible(part));

function Fault({of}) {
  const isGrave = of.severity !== 'info';
  return html`<li><article class=${isGrave ? 'trouble' : ''}>
    <p><span class=${isGrave ? 'state grave' : 'state'}>${of.severity}</span>${' '}
      <strong><${Text} of=${of.sentence} /></strong></p>
    <p><${Text} of=${of.cost} /></p>
    <p><strong>To do:</strong> ${coded(of.remedy)}</p>
    <p><small>${of.sinceMs !== null && html`Since <${When} ms=${of.sinceMs} />. `}
      Code <code>${of.code}</code>, see <code>${of.runbook}</code></small></p>
  </article></li>`;
}

/** Link to this view, with the number of faults. Asks seldom, and is silent about failures. */
export class HealthLink extends LiveView {
  get everyMs() {
    return 10_000;
  }

  load() {
    return get('v1/health');
  }

  render({isHere}, {data}) {
    const faults = data ? data.faults.filter(({severity}) => severity !== 'info').length : 0;
    return html`<a href="#/health" aria-current=${isHere ? 'page' : undefined}>Health${faults > 0
      && html` <span class="state grave">${number(faults + data.omitted)}<span class="unseen">
        ${faults === 1 ? ' fault' : ' faults'}</span></span>`}</a>`;
  }
}
