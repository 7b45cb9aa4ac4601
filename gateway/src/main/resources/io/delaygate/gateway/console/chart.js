// Bar chart over time. Screen readers cannot read its canvas, so the same numbers are in a table.
import {Component, createRef, html} from './html.js';
import {local, number} from './format.js';

const HEIGHT = 220;

/** Time in the viewer's zone; with seconds if the step is below a minute. */
function clock(seconds, stepMs) {
  const text = local(seconds * 1000);
  return stepMs < 60_000 ? text.slice(11, 19) : text.slice(11, 16);
}

const shade = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Bars extends Component {
  constructor() {
    super();
    this.place = createRef();
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.redraw = () => this.draw();
  }

  componentDidMount() {
    this.resized = new ResizeObserver(
      () => this.chart?.setSize({width: this.width(), height: HEIGHT}));
    this.resized.observe(this.place.current);
    this.dark.addEventListener('change', this.redraw);
    this.draw();
  }

  componentDidUpdate(before) {
    if (before.stepMs !== this.props.stepMs) {
      this.draw();
    } else {
      this.chart?.setData(this.points());
    }
  }

  componentWillUnmount() {
    this.resized.disconnect();
    this.dark.removeEventListener('change', this.redraw);
    this.chart?.destroy();
  }

  width() {
    return Math.max(240, this.place.current.clientWidth);
  }

  points() {
    const {fromMs, stepMs, values} = this.props;
    return [values.map((_, i) => (fromMs + i * stepMs) / 1000), values];
  }

  /** From the beginning to the end of the last bar, in seconds. */
  span() {
    const {fromMs, stepMs, values} = this.props;
    return [fromMs / 1000, (fromMs + values.length * stepMs) / 1000];
  }

  draw() {
    this.chart?.destroy();
    const axis = {
      stroke: shade('--pico-color'),
      grid: {stroke: shade('--pico-muted-border-color'), width: 1},
      ticks: {stroke: shade('--pico-muted-border-color'), width: 1},
    };
    const options = {
      width: this.width(),
      height: HEIGHT,
      legend: {show: false},
      cursor: {show: false},
      scales: {x: {range: () => this.span()}, y: {range: (chart, min, max) => [0, Math.max(1, max)]}},
      axes: [
        {...axis, values: (chart, all) => all.map(each => clock(each, this.props.stepMs))},
        {...axis, size: 64, values: (chart, all) => all.map(each => number(each))},
      ],
      series: [{}, {
        fill: shade('--pico-primary-background'),
        width: 0,
        paths: uPlot.paths.bars({size: [0.8, 60], align: 1}),
        points: {show: false},
      }],
    };
    this.chart = new uPlot(options, this.points(), this.place.current);
  }

  render({label}) {
    return html`<div class="bars" role="img" aria-label=${label} ref=${this.place}></div>`;
  }
}
