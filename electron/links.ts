/** External hosts that the GUI links to, also listed in docs/security.md. */
const DOCUMENTED_HOSTS: ReadonlySet<string> = new Set(['www.dracal.com']);

/**
 * `app`: the GUI, shown in the window. `browser`: opened in the system browser. `refused`: anything else.
 */
export type LinkTarget = 'app' | 'browser' | 'refused';

/**
 * Where a link may open.
 * @param origin of the service, `http://127.0.0.1:11395`
 */
export function classifyLink(link: string, origin: string): LinkTarget {
  const url = URL.parse(link);
  // A username can make a link look like another one.
  if (!url || url.username || url.password) return 'refused';
  // A blob has the origin of the page that created it, but is not a page of the service.
  if (url.origin === origin && url.protocol !== 'blob:') return url.pathname === '/' ? 'app' : 'browser';
  const documented = url.protocol === 'https:' && url.port === '' && DOCUMENTED_HOSTS.has(url.hostname);
  return documented ? 'browser' : 'refused';
}

/** The used part of Electron's WebFrameMain. */
export interface FrameIdentity {
  readonly url: string;
  readonly origin: string;
  readonly parent: unknown;
}

/** Whether a frame is the GUI in the top frame of the window. Null is a closed frame. */
export function isAppFrame(frame: FrameIdentity | null, origin: string): boolean {
  return (
    frame !== null && frame.parent === null && frame.origin === origin && classifyLink(frame.url, origin) === 'app'
  );
}

/** Whether a request goes to the service, or not to a network. */
export function isOwnRequest(link: string, origin: string): boolean {
  const url = URL.parse(link);
  return url !== null && (url.origin === origin || ['data:', 'blob:', 'devtools:'].includes(url.protocol));
}

/** Whether a file comes from the service, or was created by the GUI, such as an image of a chart. */
export function isOwnFile(link: string, origin: string): boolean {
  const url = URL.parse(link);
  // A blob has the origin of the page that created it.
  return url !== null && ['http:', 'blob:'].includes(url.protocol) && url.origin === origin && !url.username;
}
