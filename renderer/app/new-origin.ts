const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The page's origin with the service's new port, under the host name that the page uses.
 * @param here origin of the page
 * @param before address of the service when the page loaded
 * @param after current address of the service
 * @returns undefined if nothing changed, or if the page was loaded in another way, as through a tunnel
 */
export function newOrigin(here: string, before: string, after: string): string | undefined {
  const [page, old, now] = [new URL(here), new URL(before), new URL(after)];
  if (old.port === now.port || page.port !== old.port || !LOOPBACK.has(page.hostname)) return undefined;
  page.port = now.port;
  return page.origin;
}
