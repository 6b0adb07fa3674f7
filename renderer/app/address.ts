/** Base address of the service: the page's own origin, which also works through a tunnel. */
export function serviceAddress(): string {
  return location.origin;
}
