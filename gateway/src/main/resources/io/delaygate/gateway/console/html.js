// The one place that names the view library: everything is escaped by it, and nothing here ever
// hands it markup as text.
import htm from './htm.js';
import {cloneElement, Component, createRef, h, render, toChildArray} from './preact.js';

export const html = htm.bind(h);
export {cloneElement, Component, createRef, render, toChildArray};
