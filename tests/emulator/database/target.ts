/** Where a database of each kind accepts lines, as docs/databases.md says. */

export const DATABASE_KINDS = ['influxdb1', 'influxdb2', 'victoriametrics', 'line-protocol'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

export interface TargetOptions {
  kind: DatabaseKind;
  /** Base address; of `line-protocol`, the complete write address. */
  server: string;
  /** Of InfluxDB 1. */
  database?: string;
  /** Of InfluxDB 2. */
  bucket?: string;
  organization?: string;
  /** Of VictoriaMetrics, before `/write`. */
  path?: string;
  /** Password of InfluxDB 1 (with `user`), otherwise the token. */
  secret?: string;
  user?: string;
}

export interface Target {
  url: URL;
  headers: Record<string, string>;
}

/** @throws Error when the server's address is none of http or https */
export function createTarget(options: TargetOptions): Target {
  const { kind, server, database = '', bucket = '', organization = '', path = '', secret = '', user } = options;
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw new Error(`--server: must be an address such as http://127.0.0.1:8086, got "${server}"`);
  }
  const base = server.replace(/\/+$/, '');
  const url = new URL(
    {
      influxdb1: `${base}/write`,
      influxdb2: `${base}/api/v2/write`,
      victoriametrics: `${base}${path}/write`,
      'line-protocol': server,
    }[kind],
  );
  if (kind === 'influxdb1') url.searchParams.set('db', database);
  if (kind === 'influxdb2') url.searchParams.set('bucket', bucket);
  if (organization !== '') url.searchParams.set('org', organization);
  if (!url.searchParams.has('precision')) url.searchParams.set('precision', 'ms');
  return { url, headers: authorization(kind, secret, user) };
}

function authorization(kind: DatabaseKind, secret: string, user: string | undefined): Record<string, string> {
  if (user !== undefined) return { Authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` };
  if (secret === '') return {};
  return { Authorization: `${kind === 'influxdb2' ? 'Token' : 'Bearer'} ${secret}` };
}
