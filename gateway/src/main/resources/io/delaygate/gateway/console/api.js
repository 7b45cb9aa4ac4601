// Client of the gateway's native API, which any other client may call as well.
//
// The token is kept for this tab only and sent as a header, never as a cookie: another site's page
// cannot make the browser send it.

const TOKEN = 'delaygate.token';
const NAMESPACE = 'delaygate.namespace';

/** The gateway, also where a proxy serves it below another path. */
const ROOT = new URL('..', document.baseURI);

/** Failed call: an answer with an error status, or status 0 when there was no answer. */
export class Failure extends Error {
  constructor(status, problem) {
    super(problem.detail);
    this.status = status;
    this.reason = problem.reason;
    this.field = problem.field;
    this.job = problem.job;
    this.requestId = problem.requestId;
  }

  get isAway() {
    return this.status === 0 || this.status === 502 || this.status === 504;
  }
}

export const token = {
  get: () => sessionStorage.getItem(TOKEN) ?? '',
  set: text => sessionStorage.setItem(TOKEN, text),
  clear: () => {
    sessionStorage.removeItem(TOKEN);
    sessionStorage.removeItem(NAMESPACE);
  },
};

/** Namespace that an administrator of the installation has entered; empty for none. */
export const inside = {
  get: () => sessionStorage.getItem(NAMESPACE) ?? '',
  set: name => sessionStorage.setItem(NAMESPACE, name),
};

let onRefused = () => {};

/** Sets the listener for the gateway's refusal of the token. */
export function whenRefused(listener) {
  onRefused = listener;
}

const LONGEST_MS = 40_000;

/**
 * Calls the gateway and returns the JSON of a success; throws a Failure otherwise.
 *
 * @param body a value, or a string that is JSON already
 */
export async function call(method, path, body, headers = {}, longestMs = LONGEST_MS) {
  const shown = {...headers};
  if (token.get()) {
    shown.Authorization = `Bearer ${token.get()}`;
  }
  if (inside.get() && !path.startsWith('v1/admin/')) {
    shown['Delaygate-Namespace'] = inside.get();
  }
  if (body !== undefined) {
    shown['Content-Type'] = 'application/json';
  }
  let answer;
  try {
    answer = await fetch(new URL(path, ROOT), {
      method,
      headers: shown,
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(longestMs),
    });
  } catch {
    throw new Failure(0, {reason: 'NO_ANSWER', detail: 'The gateway does not answer.'});
  }
  const json = await answer.json().catch(() => ({}));
  if (answer.ok) {
    return json;
  }
  const failure = new Failure(answer.status, {
    reason: json.reason ?? `HTTP ${answer.status}`,
    detail: json.detail ?? 'The answer does not come from a Delaygate gateway.',
    ...json,
  });
  if (answer.status === 401) {
    onRefused(failure);
  }
  throw failure;
}

export const get = path => call('GET', path);

/** Percent-encodes a segment of a path, dots too, which browsers and proxies would resolve. */
export function segment(text) {
  return encodeURIComponent(text)
    .replace(/[.!'()*~]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase());
}

/**
 * Whether a job can be named by a path: browsers resolve one of dots even if it is encoded, and no
 * path can hold a NUL.
 */
export const isNameable = id => id !== '.' && id !== '..' && !id.includes('\0');

export const jobPath = id => `v1/jobs/${segment(id)}`;

/** Query string of the parameters that are given. */
export function query(parameters) {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0
    ? ''
    : '?' + given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
