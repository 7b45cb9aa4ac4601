import {Component, html} from './html.js';
import {call, get, query} from './api.js';
import {attempt, number, targetOf, visible} from './format.js';
import {confirmed, Doing, say, Table, Text, Trouble, When} from './parts.js';
import {sweep} from './bulk.js';

const PAGE = 1000;

/** Largest number of letters in the table; the others are shown when these are gone. */
const GROUPED = 10_000;

/** Letters per call: it takes about a second, after which progress is shown. */
const PART = 200;

const SHOWN = 100;

/** View of the dead jobs by reason and target, and of the rejected commands. */
export class Letters extends Component {
  componentDidMount() {
    this.load();
  }

  componentDidUpdate(former) {
    if (endpointOf(former) !== endpointOf(this.props)) {
      this.setState({letters: undefined, open: undefined}, () => this.load());
    }
  }

  componentWillUnmount() {
    this.isGone = true;
  }

  async load() {
    const endpoint = endpointOf(this.props);
    const isOld = () => this.isGone || endpoint !== endpointOf(this.props);
    try {
      const letters = [];
      let cursor;
      do {
        const page = await get('v1/dead-letters' + query({endpoint, limit: PAGE, cursor}));
        letters.push(...page.deadLetters);
        cursor = page.cursor;
      } while (cursor && letters.length < GROUPED && !isOld());
      if (!isOld()) {
        this.setState({letters, isCut: Boolean(cursor), failure: undefined});
      }
    } catch (failure) {
      if (!isOld()) {
        this.setState({failure});
      }
    }
  }

  /** Kicks or discards exactly these. */
  async all(group, op) {
    const ids = group.letters.map(letter => letter.id);
    const verb = op === 'kick' ? 'Deliver again' : 'Discard';
    const text = `${number(ids.length)} dead letters for ${group.target} with the reason ${
      group.reason}.`;
    if (!await confirmed({title: `${verb} ${number(ids.length)}?`, text,
      action: `${verb} ${number(ids.length)}`})) {
      return;
    }
    let done = 0;
    let changed = 0;
    try {
      while (done < ids.length && !this.isGone) {
        const answer = await call('POST', `v1/dead-letters/${op}`,
          {ids: ids.slice(done, done + PART)});
        if (answer.results.length === 0) {
          break;
        }
        done += answer.results.length;
        changed += answer.kicked ?? answer.discarded;
        this.setState({progress: {key: group.key, done, of: ids.length}});
      }
      say(`${verb}: ${number(changed)} of ${number(ids.length)} done`, changed < ids.length);
    } catch (failure) {
      say(`${verb}: ${failure.reason} after ${number(changed)}. ${failure.message}`, true);
    }
    this.setState({progress: undefined});
    await this.load();
  }

  async showRejected() {
    try {
      this.setState({rejected: (await get('v1/dead-letters' + query({kind: 'rejected'})))});
    } catch (failure) {
      this.setState({failure});
    }
  }

  /** Sends the command of one letter again. */
  async sendAgain(one) {
    try {
      const answer = await call('POST', 'v1/dead-letters/redrive', {letters: [one.letter]});
      const {reason, message} = trouble(answer);
      say(answer.sent > 0 ? 'Send again: stored' : `Send again: ${reason}. ${message}`,
        answer.sent === 0);
    } catch (failure) {
      say(`Send again: ${failure.reason}. ${failure.message}`, true);
    }
  }

  /** Sends all rejected commands again, the oldest first. */
  async sendAllAgain() {
    const text = 'All rejected commands whose letters are kept are sent again, even if they were sent '
      + 'again before. Commands that would be rejected again are left out.';
    if (!await confirmed({title: 'Send all again?', text, action: 'Send them again'})) {
      return;
    }
    let last;
    try {
      const done = await sweep(async cursor => {
        last = await call('POST', 'v1/dead-letters/redrive', {all: true, limit: 1000, cursor});
        if (last.problem) {
          const {reason, message} = trouble(last);
          throw Object.assign(new Error(message), {reason});
        }
        return last;
      }, sums => this.setState({again: sums}));
      const why = done.others > 0 && last.refusals[0] ? `, such as ${trouble(last).reason}` : '';
      say(`${number(done.changed)} commands sent again, ${number(done.others)} not${why}`,
        done.others > 0);
    } catch (failure) {
      say(`Not all commands were sent again: ${failure.reason}. ${failure.message}`, true);
    }
    this.setState({again: undefined});
  }

  render({who, query: asked}, {letters, isCut, failure, open, progress, rejected, again}) {
    return html`
      <h1 tabindex="-1">Dead letters</h1>
      ${asked.get('endpoint') && html`<p>Only those for endpoint
        ${' '}<${Text} of=${asked.get('endpoint')} />. <a href="#/letters">Show all</a></p>`}
      <p><${Doing} className="outline" act=${() => this.load()}>Refresh<//></p>
      <${Trouble} failure=${failure} doing="The dead letters cannot be listed" />
      ${!letters && !failure && html`<p aria-busy="true">Loading</p>`}
      ${letters && html`
        <p>${number(letters.length)} dead letters${isCut ? ', the oldest ones; there are more' : ''}.</p>
        <${Table} label="Dead letters by reason and target"
            head=${['Reason', 'Target', 'Dead', 'Oldest', 'Actions']}>
          ${groups(letters).map(group => this.group(group, {who, open, progress, isCut}))}
        <//>
        ${letters.length === 0 && html`<p>No dead letters.</p>`}
        ${open && this.opened(groups(letters).find(group => group.key === open))}`}
      <section aria-labelledby="rejected"><h2 id="rejected">Rejected commands</h2>
        <p>Commands that could not be carried out. Only these records of them are kept.</p>
        <div class="actions">
          <${Doing} className="outline" act=${() => this.showRejected()}>Show the newest<//>
          ${who.role !== 'read' && html`<${Doing} className="outline"
            act=${() => this.sendAllAgain()}>Send all again<//>`}
          ${again && html`<span role="status">${number(again.changed)} sent again</span>`}
        </div>
        ${rejected && rejections(rejected, who.role !== 'read' && (one => this.sendAgain(one)))}
      </section>`;
  }

  group(group, {who, open, progress, isCut}) {
    const isOpen = open === group.key;
    const dead = group.letters.length;
    const what = `${group.reason} for ${group.target}`;
    return html`<tr key=${group.key}>
      <td>${group.reason}</td>
      <td><${Text} of=${group.target} /></td>
      <td>${isCut ? '≥ ' : ''}${number(dead)}</td>
      <td><${When} ms=${group.letters[0].diedMs} /></td>
      <td><div class="actions">
        <button type="button" class="outline" aria-expanded=${isOpen ? 'true' : 'false'}
          aria-label=${`Show ${what}`}
          onClick=${() => this.setState({open: isOpen ? undefined : group.key})}>Show</button>
        ${who.role !== 'read' && html`
          <${Doing} label=${`Deliver again: ${what}`}
            act=${() => this.all(group, 'kick')}>Deliver again<//>
          <${Doing} className="grave" label=${`Discard: ${what}`}
            act=${() => this.all(group, 'discard')}>Discard<//>`}
        ${progress?.key === group.key && html`<progress value=${progress.done} max=${progress.of}
          aria-label=${`${progress.done} of ${progress.of}`} />`}
      </div></td>
    </tr>`;
  }

  opened(group) {
    return group && html`
      <h2>${group.reason}, <${Text} of=${group.target} /></h2>
      <${Table} label="Dead letters of the group" head=${['Died', 'Id', 'Attempt', 'Why']}>
        ${group.letters.slice(0, SHOWN).map(letter => html`<tr key=${letter.id}>
          <td><${When} ms=${letter.diedMs} /></td>
          <td><a href=${`#/job/${encodeURIComponent(letter.id)}`}><${Text} of=${letter.id} /></a></td>
          <td>${attempt(letter) ?? '–'}</td>
          <td><${Text} of=${letter.reasonText ?? ''} /></td></tr>`)}
      <//>
      ${group.letters.length > SHOWN && html`<p>The oldest ${SHOWN} are shown.</p>`}`;
  }
}

const endpointOf = ({query: asked}) => asked.get('endpoint') ?? '';

/** Paths may differ from job to job, and would make a group of each. */
const letterTarget = ({target: {topic, endpoint}}) => targetOf({topic, endpoint});

/** Groups of letters, the largest first. */
function groups(letters) {
  const all = new Map();
  for (const letter of letters) {
    const target = letterTarget(letter);
    const key = JSON.stringify([letter.reason, target]);
    if (!all.has(key)) {
      all.set(key, {key, reason: letter.reason, target, letters: []});
    }
    all.get(key).letters.push(letter);
  }
  return [...all.values()].sort((a, b) => b.letters.length - a.letters.length);
}

/** Reason why a command was not sent again. */
function trouble({problem, refusals: [refusal]}) {
  return {
    reason: problem?.reason ?? refusal?.reason ?? 'NOT_FOUND',
    message: problem?.detail ?? refusal?.reasonText ?? 'The letter does not exist any more.',
  };
}

const rejections = ({rejected, cursor}, sendAgain) => rejected.length === 0
  ? html`<p>No rejected commands${cursor ? ' among the newest letters' : ''}.</p>`
  : html`<${Table} label="Rejected commands"
        head=${['When', 'Id', 'Reason', 'Why', ...(sendAgain ? ['Actions'] : [])]}>
      ${rejected.map(one => html`<tr key=${`${one.letter.partition}:${one.letter.offset}`}>
        <td><${When} ms=${one.rejectedMs ?? one.diedMs} /></td>
        <td>${one.id === undefined || one.id === null ? '–' : html`<${Text} of=${one.id} />`}</td>
        <td>${one.reason}</td><td><${Text} of=${one.reasonText ?? ''} /></td>
        ${sendAgain && html`<td><${Doing} label=${`Send again: ${visible(one.id ?? '–')}`}
          act=${() => sendAgain(one)}>Send again<//></td>`}</tr>`)}
    <//>`;
