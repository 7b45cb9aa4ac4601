// Components that several views share.
import {cloneElement, Component, createRef, html, toChildArray} from './html.js';
import {local, number, relative, utc, visible} from './format.js';

const UNKNOWN = 'unknown';

/** Text from a caller: isolated in its direction, with invisible characters escaped. */
export const Text = ({of}) => html`<bdi class="raw">${visible(of)}</bdi>`;

/** Time in the viewer's zone, in UTC, and relative to now. */
export function When({ms, far}) {
  if (ms === undefined || ms === null) {
    return html`<span>${ms === null ? UNKNOWN : '–'}</span>`;
  }
  return html`<time datetime=${new Date(ms).toISOString()}>
    ${local(ms)} <small class="utc">${utc(ms)}</small>
    ${far !== false && html` <small>${relative(ms)}</small>`}
  </time>`;
}

/** Reason why parked jobs wait, since when, and the next try. */
export function Waiting({of, jobs}) {
  const {reason, reasonText, sinceMs, nextTryMs, untilMs} = of;
  return html`<span class="waiting">${jobs && `${number(jobs)} for `}<strong>${reason}</strong>:
    ${' '}<${Text} of=${reasonText} />
    ${sinceMs !== undefined && html`<br />since <${When} ms=${sinceMs} />`}
    ${nextTryMs !== undefined && html`<br />next try <${When} ms=${nextTryMs} />`}
    ${untilMs !== undefined && html`<br />waits until <${When} ms=${untilMs} />`}
  </span>`;
}

/** Reasons why the parked jobs of a topic or queue wait. */
export const Parked = ({of}) => of && html`<ul class="parked">
  ${of.map(one => html`<li key=${one.reason}><${Waiting} of=${one} jobs=${one.jobs} /></li>`)}
</ul>`;

const GRAVE = new Set(['DEAD', 'EXPIRED']);

export const State = ({of}) =>
  html`<span class=${GRAVE.has(of) ? 'state grave' : 'state'}>${of}</span>`;

/** Message about a failure. */
export function Trouble({failure, doing}) {
  return failure && html`<article class="trouble" role="alert">
    <strong>${doing ?? 'The call failed'}: ${failure.reason ?? 'ERROR'}</strong>
    <p>${visible(failure.message)}
      ${failure.field && html` (<code>${visible(failure.field)}</code>)`}</p>
    ${failure.requestId && html`<small>Request <code>${failure.requestId}</code></small>`}
  </article>`;
}

/** Line that tells how fresh the shown data is. */
export function Freshness({of}) {
  const {data, failure, isHidden, waitMs} = of;
  if (isHidden) {
    return html`<p class="freshness">Paused while the tab is hidden.</p>`;
  }
  if (failure) {
    const next = `The console tries again every ${Math.round((waitMs ?? 2000) / 1000)} s.`;
    const what = failure.isAway
      ? 'The gateway does not answer.'
      : `${failure.reason}: ${visible(failure.message)}`;
    return html`<p class="freshness away" role="alert">${what} ${next}
      ${data && ' The data below is the last that was received.'}</p>`;
  }
  if (!data) {
    return html`<p class="freshness" aria-busy="true">Loading</p>`;
  }
  return data.stale
    ? html`<p class="freshness away" role="status">A standby answered: the data may be old.</p>`
    : html`<p class="freshness">Live, every 2 s.</p>`;
}

/**
 * Table that scrolls if it is too wide. In a narrow window each row becomes a list of labelled cells.
 * Roles are given explicitly, because browsers drop them if CSS changes how rows are displayed.
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

/** Number of things; null is one that is not known, which must not look like zero. */
export const count = value =>
  value === undefined ? '–' : value === null ? UNKNOWN : number(value);

export const rate = value => (value === null ? UNKNOWN : value.toFixed(1));

/**
 * Button whose action takes time: it shows that, and cannot be pressed twice. It is not disabled
 * meanwhile, because it would lose the focus, which returns to it after a dialog.
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

/** Asks before an action that cannot be undone; resolves to whether it was confirmed. */
export const confirmed = question => dialogs.ask(question);

/** Shows the outcome of an action, also to screen readers. */
export const say = (text, isBad = false) => outcomes.say(text, isBad);

/** Dialog of `confirmed`. */
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

/** Area in which `say` shows outcomes. */
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

/** Runs an action and shows its outcome, or the reason of its refusal. */
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
