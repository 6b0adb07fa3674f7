/** Decides what may be shown in the window, what belongs in the system's browser, and what is refused. */

/** Hosts outside this computer that the GUI links to. docs/security.md lists them too. */
const DOCUMENTED_HOSTS: ReadonlySet<string> = new Set(['www.dracal.com']);

/**
 * `app`: the GUI itself, which alone lives in the window. `browser`: a page for the system's browser. `refused`:
 * anything else.
 */
export type LinkTarget = 'app' | 'browser' | 'refused';

/**
 * Judges a link.
 * @param origin the service's own origin, `http://127.0.0.1:11395`
 */
export function judgeLink(link: string, origin: string): LinkTarget {
  const url = URL.parse(link);
  // A link with a user name in it is made to look like another one.
  if (!url || url.username || url.password) return 'refused';
  // The origin of a blob is that of the page which made it: it is no page of the service, and nothing for a browser.
  if (url.origin === origin && url.protocol !== 'blob:') return url.pathname === '/' ? 'app' : 'browser';
  const documented = url.protocol === 'https:' && url.port === '' && DOCUMENTED_HOSTS.has(url.hostname);
  return documented ? 'browser' : 'refused';
}

/** The part of a frame that tells who it is (Electron's WebFrameMain). */
export interface FrameIdentity {
  readonly url: string;
  readonly origin: string;
  readonly parent: unknown;
}

/** Whether a frame is the GUI in the window's top frame. Null is a frame that is gone already. */
export function isAppFrame(frame: FrameIdentity | null, origin: string): boolean {
  return frame !== null && frame.parent === null && frame.origin === origin && judgeLink(frame.url, origin) === 'app';
}

/** Whether a request of the window's pages may leave the renderer: to the service's origin, or to no network at all. */
export function isOwnRequest(link: string, origin: string): boolean {
  const url = URL.parse(link);
  return url !== null && (url.origin === origin || ['data:', 'blob:', 'devtools:'].includes(url.protocol));
}

/** Whether a file comes from the service, or was made in the GUI itself (a picture of a chart). */
export function isOwnFile(link: string, origin: string): boolean {
  const url = URL.parse(link);
  // The origin of a blob is that of the page which made it.
  return url !== null && ['http:', 'blob:'].includes(url.protocol) && url.origin === origin && !url.username;
}
