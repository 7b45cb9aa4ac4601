import {html} from './html.js';
import {call, get, query, segment} from './api.js';
import {LiveView} from './live.js';
import {confirmed, count, Doing, Freshness, Parked, Table, tellOutcome, Text, When} from './parts.js';

/** A topic that is not in the counts has no jobs: they are complete. */
const NONE = {PARKED: 0, READY: 0, RESERVED: 0, DEAD: 0};

/** View of the target topics, with their waiting jobs and the operators' decisions. */
export class Topics extends LiveView {
  async load() {
    const [stats, control] = await Promise.all([get('v1/stats'), get('v1/control')]);
    const topics = new Map(stats.topics.map(topic => [topic.topic, topic]));
    control.targets.forEach(target => topics.set(target.topic, {
      jobs: 0, states: NONE, ...topics.get(target.topic), ...target,
    }));
    return {stale: stats.stale, topics: [...topics.values()]
      .sort((a, b) => (a.topic < b.topic ? -1 : 1))};
  }

  async decide(what, method, path, body) {
    await tellOutcome(what, () => call(method, path, body));
    await this.refresh();
  }

  async pause(topic) {
    const asked = {title: `Pause ${topic}?`, action: 'Pause it',
      text: 'Its due jobs wait until it is resumed, or until they expire.'};
    if (await confirmed(asked)) {
      await this.decide(`Pause ${topic}`, 'POST', `v1/topics/${segment(topic)}/pause`, {});
    }
  }

  render({who}, state) {
    return html`
      <h1 tabindex="-1">Topics</h1>
      <${Freshness} of=${state} />
      ${state.data && html`
        <${Table} label="Target topics" head=${
          ['Topic', 'Pending', 'Parked', 'Ready', 'Reserved', 'Dead', 'Deliveries', 'Actions']}>
          ${state.data.topics.map(topic => this.row(topic, who))}
        <//>
        ${state.data.topics.length === 0 && html`<p>No pending jobs.</p>`}`}`;
  }

  row({topic, jobs, states, parked, remadeMs, paused, pausedUntilMs, perSecond}, who) {
    const path = `v1/topics/${segment(topic)}`;
    return html`<tr key=${topic} data-topic=${topic}>
      <td><a href=${`#/jobs${query({topic})}`}><${Text} of=${topic} /></a></td>
      <td>${count(jobs)}</td><td>${count(states.PARKED)}</td><td>${count(states.READY)}</td>
      <td>${count(states.RESERVED)}</td><td>${count(states.DEAD)}</td>
      <td>${paused ? html`<span class="state grave">paused</span>` : 'on'}
        ${pausedUntilMs && html` until <${When} ms=${pausedUntilMs} far=${false} />`}
        ${perSecond && ` up to ${perSecond} per s`}
        ${remadeMs && html`<br />deleted and recreated <${When} ms=${remadeMs} />`}
        <${Parked} of=${parked} /></td>
      <td>${who.role === 'admin' && html`<div class="actions">
        ${paused
          ? html`<${Doing} label=${`Resume ${topic}`}
              act=${() => this.decide(`Resume ${topic}`, 'POST', `${path}/resume`)}>Resume<//>`
          : html`<${Doing} className="outline" label=${`Pause ${topic}`}
              act=${() => this.pause(topic)}>Pause<//>`}
        <${Rate} topic=${topic} perSecond=${perSecond} decide=${perSecond => this.decide(
          `Rate of ${topic}`, perSecond ? 'PUT' : 'DELETE', `${path}/rate`,
          perSecond ? {perSecond} : undefined)} />
      </div>`}</td>
    </tr>`;
  }
}

function Rate({topic, perSecond, decide}) {
  const submit = event => {
    event.preventDefault();
    decide(Number(new FormData(event.target).get('perSecond')));
  };
  return html`<form class="inline" onSubmit=${submit}>
    <input name="perSecond" type="number" min="0" max="1000000" placeholder="per s"
      aria-label=${`Deliveries per second to ${topic}, 0 for no limit`}
      defaultValue=${perSecond ?? ''} />
    <button type="submit" class="outline" aria-label=${`Set the rate of ${topic}`}>Set</button>
  </form>`;
}
