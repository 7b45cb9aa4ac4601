// Polling views: a hidden tab does not poll, and a gateway that does not answer is polled less and
// less often.
import {Component} from './html.js';

const EVERY_MS = 2_000;
const SELDOM_MS = 30_000;

/**
 * View of data that changes. A subclass has `load`, which fetches the data, and may have `everyMs`.
 */
export class LiveView extends Component {
  /** Time between two loads. */
  get everyMs() {
    return EVERY_MS;
  }

  constructor(props) {
    super(props);
    this.state = {data: undefined, failure: undefined, isHidden: document.hidden};
    this.turn = 0;
    this.waitMs = this.everyMs;
    this.seen = () => this.visibilityChanged();
  }

  componentDidMount() {
    this.isMounted = true;
    document.addEventListener('visibilitychange', this.seen);
    this.refresh();
  }

  componentWillUnmount() {
    this.isMounted = false;
    this.turn++;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.seen);
  }

  visibilityChanged() {
    this.setState({isHidden: document.hidden});
    if (document.hidden) {
      clearTimeout(this.timer);
    } else {
      this.refresh();
    }
  }

  /** Loads now; the answer to an older call in flight is ignored. */
  async refresh() {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    try {
      const data = await this.load();
      if (turn === this.turn) {
        this.waitMs = this.everyMs;
        this.setState({data, failure: undefined});
      }
    } catch (failure) {
      if (turn === this.turn) {
        this.waitMs = failure.isAway || failure.status >= 500
          ? Math.min(2 * this.waitMs, SELDOM_MS)
          : this.everyMs;
        this.setState({failure, waitMs: this.waitMs});
      }
    }
    if (turn === this.turn && this.isMounted && !document.hidden) {
      this.timer = setTimeout(() => this.refresh(), this.waitMs);
    }
  }
}
