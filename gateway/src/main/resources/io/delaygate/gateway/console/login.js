import {Component, createRef, html} from './html.js';
import {get, token} from './api.js';
import {Trouble} from './parts.js';

/** Login form for a token, which stays in this tab. */
export class Login extends Component {
  constructor() {
    super();
    this.field = createRef();
  }

  componentDidMount() {
    this.field.current.focus();
  }

  async submit(event) {
    event.preventDefault();
    this.setState({busy: true, failure: undefined});
    token.set(this.field.current.value.trim());
    try {
      await get('v1/me');
      await this.props.done();
    } catch (failure) {
      token.clear();
      this.setState({busy: false, failure});
    }
  }

  render({refusal}, {busy, failure}) {
    const why = failure ?? refusal;
    return html`<section class="login">
      <h1 tabindex="-1">Log in to Delaygate</h1>
      ${why && html`<${Trouble} failure=${why}
        doing=${failure ? 'Not logged in' : 'You were logged out'} />`}
      <form onSubmit=${event => this.submit(event)}>
        <label for="token">Token</label>
        <input id="token" ref=${this.field} type="password" required autocomplete="off"
          maxlength="520" spellcheck=${false} aria-describedby="kept" />
        <small id="kept">The token is kept in this tab until you close it or log out.</small>
        <button type="submit" aria-busy=${busy ? 'true' : 'false'} disabled=${busy}>Log in</button>
      </form>
    </section>`;
  }
}
