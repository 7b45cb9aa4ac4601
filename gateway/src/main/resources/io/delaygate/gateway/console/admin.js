import {Component, html} from './html.js';
import {call, get, inside, segment} from './api.js';
import {confirmed, Doing, say, Table, tellOutcome, Trouble} from './parts.js';

const LIMITS = {
  requestsPerSecond: 'Calls per second',
  jobsPerSecond: 'Jobs per second',
  pendingJobs: 'Pending jobs',
  payloadBytes: 'Bytes of a payload',
};
const ROLES = ['read', 'write', 'admin'];
const ALL = 'v1/admin/namespaces';

/** View of the namespaces, their tokens and their limits. */
export class Admin extends Component {
  componentDidMount() {
    this.load();
  }

  async load() {
    const {about} = this.props;
    try {
      const {namespaces} = await get(ALL);
      const tokens = about ? (await get(`${ALL}/${segment(about)}/tokens`)).tokens : [];
      this.setState({namespaces, tokens, failure: undefined});
    } catch (failure) {
      this.setState({failure});
    }
  }

  async decide(what, method, path, body) {
    const done = await tellOutcome(what, async () => {
      const answer = await call(method, path, body);
      return {...answer, outcome: 'done'};
    });
    await this.load();
    return done;
  }

  async make(event) {
    event.preventDefault();
    const form = event.target;
    const name = new FormData(form).get('namespace');
    if (await this.decide(`Namespace ${name}`, 'PUT', `${ALL}/${segment(name)}`, {})) {
      form.reset();
    }
  }

  async drop(name) {
    const asked = {title: `Delete the namespace ${name}?`, action: 'Delete it',
      text: 'Its tokens are revoked at once. Its jobs stay and are delivered when they are due.'};
    if (await confirmed(asked)) {
      await this.decide(`Delete ${name}`, 'DELETE', `${ALL}/${segment(name)}`);
    }
  }

  render({about, moveInto}, {namespaces, tokens, failure}) {
    const shown = namespaces?.find(each => each.namespace === about);
    return html`
      <h1 tabindex="-1">${about ? `Namespace ${about}` : 'Namespaces'}</h1>
      <${Trouble} failure=${failure} doing="The namespaces cannot be shown" />
      ${about && html`<p><a href="#/admin">All namespaces</a></p>`}
      ${namespaces && !about && this.all(namespaces, moveInto)}
      ${namespaces && about && html`
        <${Limits} path=${`${ALL}/${segment(about)}/limits`} limits=${shown?.limits ?? {}}
          label="Limits of the namespace" decide=${(...call) => this.decide(...call)} />
        <${Tokens} namespace=${about} tokens=${tokens} decide=${(...call) => this.decide(...call)}
          reload=${() => this.load()} />`}`;
  }

  all(namespaces, moveInto) {
    return html`
      <${Table} label="Namespaces" head=${['Namespace', 'Limits', 'Targets', 'Actions']}>
        ${namespaces.map(each => html`<tr key=${each.namespace}>
          <td><a href=${`#/admin/${encodeURIComponent(each.namespace)}`}>${each.namespace}</a></td>
          <td>${limitsText(each.limits)}</td>
          <td>${targetsText(each)}</td>
          <td>${each.namespace !== 'default' && html`<div class="actions">
            <button type="button" class="outline" aria-label=${`Enter ${each.namespace}`}
              onClick=${() => moveInto(each.namespace)}>Enter</button>
            <${Doing} className="grave" label=${`Delete ${each.namespace}`}
              act=${() => this.drop(each.namespace)}>Delete<//>
          </div>`}</td></tr>`)}
      <//>
      <p><a href="#/admin/default">Tokens of the installation</a>, besides those in its token file.</p>
      <form class="filter" onSubmit=${event => this.make(event)}>
        <label>New namespace<input name="namespace" required pattern="[A-Za-z0-9_\\-]{1,64}"
          autocomplete="off" /></label>
        <button type="submit">Create it</button>
      </form>
      ${inside.get() && html`<p>You are inside <strong>${inside.get()}</strong>.</p>`}`;
  }
}

const limitsText = limits => Object.entries(limits ?? {})
  .map(([name, most]) => `${LIMITS[name] ?? name}: ${most}`).join(', ') || 'none';

function targetsText({allow, deny}) {
  const allowed = allow && allow.length > 0 ? allow.join(', ') : 'all';
  return deny && deny.length > 0 ? `${allowed}, but not ${deny.join(', ')}` : allowed;
}

function Limits({path, limits, label, decide}) {
  const submit = event => {
    event.preventDefault();
    const form = new FormData(event.target);
    const given = Object.keys(LIMITS).filter(name => form.get(name) !== '')
      .map(name => [name, Number(form.get(name))]);
    return given.length === 0
      ? decide(label, 'DELETE', path)
      : decide(label, 'PUT', path, Object.fromEntries(given));
  };
  return html`<section aria-labelledby="limits"><h2 id="limits">Limits</h2>
    <form key=${JSON.stringify(limits)} class="filter" onSubmit=${submit}>
      ${Object.entries(LIMITS).map(([name, text]) => html`<label>${text}<input name=${name}
        type="number" min=${name === 'payloadBytes' ? 0 : 1} placeholder="no limit"
        defaultValue=${limits[name] ?? ''} /></label>`)}
      <button type="submit">Set limits</button>
    </form>
  </section>`;
}

class Tokens extends Component {
  async make(event) {
    event.preventDefault();
    const form = event.target;
    const {namespace, reload} = this.props;
    const given = new FormData(form);
    try {
      const made = await call('POST', `${ALL}/${segment(namespace)}/tokens`,
        {name: given.get('name'), role: given.get('role')});
      form.reset();
      say(`Token of ${made.name} created`);
      this.setState({made, failure: undefined});
    } catch (failure) {
      say(`The token was not created: ${failure.reason}`, true);
      this.setState({failure});
    }
    await reload();
  }

  async revoke({id, name}) {
    const {namespace, decide} = this.props;
    const asked = {title: `Revoke the token of ${name}?`, action: 'Revoke it',
      text: 'Calls with it are refused within a second.'};
    if (await confirmed(asked)) {
      await decide(`Revoke ${name}`, 'DELETE', `${ALL}/${segment(namespace)}/tokens/${id}`);
    }
  }

  render({tokens}, {made, failure}) {
    return html`<section aria-labelledby="tokens"><h2 id="tokens">Tokens</h2>
      ${made && html`<article class="made" role="status">
        <p>The token of <strong>${made.name}</strong>. Copy it now: it is shown only
          once.</p>
        <p><code class="secret">${made.token}</code></p>
        <button type="button" onClick=${() => this.setState({made: undefined})}>
          I have copied it</button>
      </article>`}
      <${Trouble} failure=${failure} doing="The token was not created" />
      <${Table} label="Tokens" head=${['Name', 'Role', 'Id', 'Limits', 'Actions']}>
        ${tokens.map(token => html`<tr key=${token.id}>
          <td>${token.name}</td><td>${token.role}</td><td><code>${token.id}</code></td>
          <td>${limitsText(token.limits)}</td>
          <td><${Doing} className="grave" label=${`Revoke ${token.name}`}
            act=${() => this.revoke(token)}>Revoke<//></td></tr>`)}
      <//>
      ${tokens.length === 0 && html`<p>No tokens yet.</p>`}
      <form class="filter" onSubmit=${event => this.make(event)}>
        <label>Owner<input name="name" required pattern="[A-Za-z0-9._\\-]{1,64}"
          autocomplete="off" /></label>
        <label>Role<select name="role">
          ${ROLES.map(role => html`<option>${role}</option>`)}</select></label>
        <button type="submit">Create a token</button>
      </form>
    </section>`;
  }
}
