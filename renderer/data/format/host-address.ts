/** `host:port`, with an IPv6 address in brackets. */
export function hostAddress({ host, port }: { host: string; port: number | string }): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
