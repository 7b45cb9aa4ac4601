// What is shown is asked for again and again: not in a tab that nobody sees, and ever more seldom
// from a gateway that is away.
import {Component} from './html.js';

const EVERY_MS = 2_000;
const SELDOM_MS = 30_000;

/** A view of something that changes. Has `load`, which fetches it. */
export class LiveView extends Component {
  constructor(props) {
    super(props);
    this.state = {data: undefined, failure: undefined, isHidden: document.hidden};
    this.turn = 0;
    this.waitMs = EVERY_MS;
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

  /** Asks now; an older question that is still under way is not waited for. */
  async refresh() {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    try {
      const data = await this.load();
      if (turn === this.turn) {
        this.waitMs = EVERY_MS;
        this.setState({data, failure: undefined});
      }
    } catch (failure) {
      if (turn === this.turn) {
        this.waitMs = failure.isAway || failure.status >= 500
          ? Math.min(2 * this.waitMs, SELDOM_MS)
          : EVERY_MS;
        this.setState({failure, waitMs: this.waitMs});
      }
    }
    if (turn === this.turn && this.isMounted && !document.hidden) {
      this.timer = setTimeout(() => this.refresh(), this.waitMs);
    }
  }
}
