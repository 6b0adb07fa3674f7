/** Host and port as one text; an IPv6 address in its brackets. */
export function hostAddress({ host, port }: { host: string; port: number | string }): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
