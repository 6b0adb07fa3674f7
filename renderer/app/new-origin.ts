/** Where a page goes when the service has another address. */

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The page's origin with the service's new port, under the name by which the page calls this computer.
 * @param here the page's origin
 * @param before where the service answered when the page came
 * @param after where it answers now
 * @returns undefined where nothing changed, or the page came by another way, as through a tunnel
 */
export function newOrigin(here: string, before: string, after: string): string | undefined {
  const [page, old, now] = [new URL(here), new URL(before), new URL(after)];
  if (old.port === now.port || page.port !== old.port || !LOOPBACK.has(page.hostname)) return undefined;
  page.port = now.port;
  return page.origin;
}
