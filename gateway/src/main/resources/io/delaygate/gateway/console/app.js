// The page: login, the view that is shown, and navigation between views.
import {Component, html, render} from './html.js';
import {get, inside, token, whenRefused} from './api.js';
import {zone} from './format.js';
import {Dialogs, Outcomes, Trouble} from './parts.js';
import {Login} from './login.js';
import {Overview} from './overview.js';
import {Health, HealthLink} from './health.js';
import {Jobs} from './jobs.js';
import {Job} from './job.js';
import {Topics} from './topics.js';
import {Queues} from './queues.js';
import {Queue} from './queue.js';
import {Endpoints} from './endpoints.js';
import {Endpoint} from './endpoint.js';
import {Letters} from './letters.js';
import {Schedule} from './schedule.js';
import {Admin} from './admin.js';

const VIEWS = {
  '': {view: Overview, title: 'Overview'},
  health: {view: Health, title: 'Health', link: HealthLink},
  jobs: {view: Jobs, title: 'Jobs'},
  job: {view: Job, title: 'Job', under: 'jobs'},
  topics: {view: Topics, title: 'Topics', needs: who => who.installation},
  queues: {view: Queues, title: 'Queues'},
  queue: {view: Queue, title: 'Queue', under: 'queues'},
  endpoints: {view: Endpoints, title: 'Endpoints'},
  endpoint: {view: Endpoint, title: 'Endpoint', under: 'endpoints'},
  letters: {view: Letters, title: 'Dead letters'},
  schedule: {view: Schedule, title: 'Schedule', needs: who => who.role !== 'read'},
  admin: {
    view: Admin, title: 'Admin', needs: who => who.role === 'admin' && who.administers,
  },
};

/** Reads `#/job/order%2F1?from=…`: the view, what it is about, and its parameters. */
function place() {
  const [path, search = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [name, ...about] = path.split('/');
  return {
    name: Object.hasOwn(VIEWS, name) ? name : '',
    about: about.map(decoded).join('/'),
    query: new URLSearchParams(search),
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class App extends Component {
  constructor() {
    super();
    this.state = {at: place()};
    whenRefused(failure => this.refused(failure));
  }

  componentDidMount() {
    addEventListener('hashchange', () => {
      this.setState({at: place()}, () => document.querySelector('h1')?.focus());
    });
    this.enter();
  }

  /** Asks for the identity of the token; without access control, everyone is logged in. */
  async enter() {
    try {
      const own = await get('v1/me');
      this.setState({who: {...own, administers: own.installation || inside.get() !== ''}});
    } catch (failure) {
      if (failure.reason === 'NAMESPACE_NOT_FOUND') {
        inside.set('');
      }
      if (failure.status !== 401) {
        this.setState({failure});
      }
    }
  }

  refused(failure) {
    const hadToken = token.get() !== '';
    token.clear();
    this.setState({who: undefined, failure: undefined, asked: true,
      refusal: hadToken ? failure : undefined});
  }

  loggedIn() {
    this.setState({asked: false, refusal: undefined, failure: undefined});
    return this.enter();
  }

  leave() {
    token.clear();
    this.setState({who: undefined, asked: true, refusal: undefined});
  }

  moveInto(namespace) {
    inside.set(namespace);
    this.setState({who: undefined}, () => this.enter());
  }

  render(props, {who, at, asked, refusal, failure}) {
    return html`
      <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
      <${Outcomes} />
      <${Dialogs} />
      ${who ? this.inner(who, at) : html`<main id="main" class="container">
        ${asked
          ? html`<${Login} refusal=${refusal} done=${() => this.loggedIn()} />`
          : html`<h1 tabindex="-1">Delaygate</h1>
              ${failure
                ? html`<${Trouble} failure=${failure} doing="Your identity cannot be checked" />
                    <button type="button" onClick=${() => this.enter()}>Try again</button>`
                : html`<p aria-busy="true">Loading</p>`}`}
      </main>`}`;
  }

  inner(who, at) {
    const shown = VIEWS[at.name];
    document.title = `${shown.title} · Delaygate`;
    const views = Object.entries(VIEWS)
      .filter(([, each]) => !each.under && (each.needs?.(who) ?? true));
    const isHere = name => name === at.name || name === shown.under;
    return html`
      <header class="container-fluid">
        <nav aria-label="Views">
          <ul>${views.map(([name, each]) => html`<li>
            ${each.link
              ? html`<${each.link} isHere=${isHere(name)} />`
              : html`<a href=${`#/${name}`} aria-current=${isHere(name) ? 'page' : undefined}>
                  ${each.title}</a>`}</li>`)}</ul>
        </nav>
        <p class="who">
          <span>${who.tokens ? html`<strong>${who.name}</strong>, ` : ''}role ${who.role}${
            who.installation ? '' : html`, namespace <strong>${who.namespace}</strong>`}</span>
          ${inside.get() && html`<button type="button" class="outline"
            onClick=${() => this.moveInto('')}>Leave namespace</button>`}
          ${who.tokens && html`<button type="button" class="outline secondary"
            onClick=${() => this.leave()}>Log out</button>`}
        </p>
      </header>
      <main id="main" class="container-fluid">
        <${shown.view} key=${`${at.name}/${at.about}`} who=${who} about=${at.about}
          query=${at.query} moveInto=${name => this.moveInto(name)} />
      </main>
      <footer class="container-fluid"><small>Times are shown in ${zone} and in UTC.</small></footer>`;
  }
}

/** Moves the focus by script, because the hash of the address names the view. */
function skip(event) {
  event.preventDefault();
  const heading = document.querySelector('h1');
  heading?.focus();
  heading?.scrollIntoView();
}

render(html`<${App} />`, document.getElementById('app'));
