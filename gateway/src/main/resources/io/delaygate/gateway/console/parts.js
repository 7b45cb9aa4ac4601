// What several views show in the same way.
import {cloneElement, Component, createRef, html, toChildArray} from './html.js';
import {local, number, relative, utc, visible} from './format.js';

/** A text of callers: in a direction of its own, and with nothing in it that cannot be seen. */
export const Text = ({of}) => html`<bdi class="raw">${visible(of)}</bdi>`;

/** A moment in the viewer's zone, in UTC, and as a distance from now. */
export function When({ms, far}) {
  if (ms === undefined) {
    return html`<span>–</span>`;
  }
  return html`<time datetime=${new Date(ms).toISOString()}>
    ${local(ms)} <small class="utc">${utc(ms)}</small>
    ${far !== false && html` <small>${relative(ms)}</small>`}
  </time>`;
}

/** Why parked jobs wait, since when, and when something happens. */
export function Waiting({of, jobs}) {
  const {reason, reasonText, sinceMs, nextTryMs, untilMs} = of;
  return html`<span class="waiting">${jobs && `${number(jobs)} for `}<strong>${reason}</strong>:
    ${' '}<${Text} of=${reasonText} />
    ${sinceMs !== undefined && html`<br />since <${When} ms=${sinceMs} />`}
    ${nextTryMs !== undefined && html`<br />next try <${When} ms=${nextTryMs} />`}
    ${untilMs !== undefined && html`<br />given up <${When} ms=${untilMs} />`}
  </span>`;
}

/** The reasons of a topic's or queue's parked jobs. */
export const Parked = ({of}) => of && html`<ul class="parked">
  ${of.map(one => html`<li key=${one.reason}><${Waiting} of=${one} jobs=${one.jobs} /></li>`)}
</ul>`;

const GRAVE = new Set(['DEAD', 'EXPIRED']);

export const State = ({of}) =>
  html`<span class=${GRAVE.has(of) ? 'state grave' : 'state'}>${of}</span>`;

/** Why something did not work. */
export function Trouble({failure, doing}) {
  return failure && html`<article class="trouble" role="alert">
    <strong>${doing ?? 'That did not work'}: ${failure.reason ?? 'ERROR'}</strong>
    <p>${visible(failure.message)}
      ${failure.field && html` (<code>${visible(failure.field)}</code>)`}</p>
    ${failure.requestId && html`<small>Request <code>${failure.requestId}</code></small>`}
  </article>`;
}

/** Whether what is shown is of now. */
export function Freshness({of}) {
  const {data, failure, isHidden, waitMs} = of;
  if (isHidden) {
    return html`<p class="freshness">Paused while nobody looks.</p>`;
  }
  if (failure) {
    const next = `Trying again every ${Math.round((waitMs ?? 2000) / 1000)} s.`;
    const what = failure.isAway
      ? 'The gateway does not answer.'
      : `${failure.reason}: ${visible(failure.message)}`;
    return html`<p class="freshness away" role="alert">${what} ${next}
      ${data && ' What is shown is what was known last.'}</p>`;
  }
  if (!data) {
    return html`<p class="freshness" aria-busy="true">Loading</p>`;
  }
  return data.stale
    ? html`<p class="freshness away" role="status">A standby answered: this may lag behind.</p>`
    : html`<p class="freshness">Live, every 2 s.</p>`;
}

/**
 * A table that scrolls by itself where it is too wide; in a narrow window each row is a list, in which
 * cells say what they are. Roles are named, as browsers forget them when rows are no rows to the eye.
 */
export function Table({label, head, children}) {
  return html`<div class="wide" role="region" aria-label=${label} tabindex="0">
    <table class="striped" role="table">
      <caption class="unseen">${label}</caption>
      <thead role="rowgroup"><tr role="row">${head.map(name =>
        html`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
      <tbody role="rowgroup">${toChildArray(children).map(row => named(row, head))}</tbody>
    </table>
  </div>`;
}

const named = (row, head) => cloneElement(row, {role: 'row'},
  toChildArray(row.props.children).map((cell, i) =>
    cloneElement(cell, {role: 'cell', 'data-head': head[i]})));

export const Figure = ({name, value, note, href}) => html`<div class="figure">
  <dt>${href ? html`<a href=${href}>${name}</a>` : name}</dt>
  <dd><strong>${value}</strong>${note && html`<small>${note}</small>`}</dd>
</div>`;

export const count = value => (value === undefined ? '–' : number(value));

/**
 * A button whose work takes time: it says so, and cannot be pressed twice. It is not disabled then, as
 * it would lose the focus, which comes back to it after a question.
 */
export class Doing extends Component {
  async press() {
    if (this.state.busy) {
      return;
    }
    this.setState({busy: true});
    try {
      await this.props.act();
    } finally {
      this.setState({busy: false});
    }
  }

  render({children, className, disabled, label}, {busy}) {
    return html`<button type="button" class=${className} aria-busy=${busy ? 'true' : 'false'}
      aria-disabled=${busy ? 'true' : undefined} aria-label=${label} disabled=${disabled}
      onClick=${() => this.press()}>
      ${children}</button>`;
  }
}

let dialogs;
let outcomes;

/** Asks before something that cannot be taken back; resolves to whether it was confirmed. */
export const confirmed = question => dialogs.ask(question);

/** Tells what became of an action, also to screen readers. */
export const say = (text, isBad = false) => outcomes.say(text, isBad);

/** Where `confirmed` asks. */
export class Dialogs extends Component {
  constructor() {
    super();
    dialogs = this;
    this.element = createRef();
  }

  ask(question) {
    return new Promise(resolve => {
      this.resolve = resolve;
      this.setState({question}, () => this.element.current.showModal());
    });
  }

  answer(isYes) {
    this.resolve(isYes);
    this.resolve = () => {};
    this.element.current.close();
  }

  render(props, {question}) {
    return html`<dialog ref=${this.element} aria-labelledby="asked"
        onClose=${() => this.resolve?.(false)}>
      <article>
        <h2 id="asked">${question?.title}</h2>
        <p>${question?.text}</p>
        <footer>
          <button type="button" class="secondary" onClick=${() => this.answer(false)}>Keep</button>
          <button type="button" class="grave" onClick=${() => this.answer(true)}>
            ${question?.action}</button>
        </footer>
      </article>
    </dialog>`;
  }
}

const SHOWN = 4;

/** Where `say` tells. */
export class Outcomes extends Component {
  constructor() {
    super();
    outcomes = this;
    this.state = {said: []};
    this.turn = 0;
  }

  say(text, isBad) {
    const one = {text, isBad, key: ++this.turn};
    this.setState(({said}) => ({said: [one, ...said].slice(0, SHOWN)}));
  }

  drop(key) {
    this.setState(({said}) => ({said: said.filter(one => one.key !== key)}));
  }

  render(props, {said}) {
    return html`<section class="outcomes" aria-label="Outcomes" aria-live="polite">
      ${said.map(one => html`<p key=${one.key} class=${one.isBad ? 'bad' : 'good'}>
        <span>${visible(one.text)}</span>
        <button type="button" class="drop" aria-label="Dismiss"
          onClick=${() => this.drop(one.key)}>×</button>
      </p>`)}
    </section>`;
  }
}

/** Does something and says what became of it: its outcome, or why it was refused. */
export async function tellOutcome(what, act) {
  try {
    const done = await act();
    say(`${what}: ${done.outcome ?? 'done'}`);
    return done;
  } catch (failure) {
    say(`${what}: ${failure.reason ?? 'ERROR'}. ${failure.message}`, true);
    return undefined;
  }
}
