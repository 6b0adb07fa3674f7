/** Where and how lines are written to a database: the address and headers of its kind. */
import type { DatabaseFields } from '../contract/index.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { authenticationOf } from './configs.ts';

export interface WriteEndpoint {
  /** With its query. */
  url: URL;
  /** Authentication; never logged. */
  headers: Readonly<Record<string, string>>;
}

function queryOf(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** A URL and a path below it. */
function below(base: string, path: string): URL {
  return new URL(base.replace(/\/+$/, '') + path);
}

function withQuery(url: URL, parameters: Readonly<Record<string, string>>): URL {
  url.search = queryOf(parameters);
  return url;
}

function writeUrl(fields: DatabaseFields): URL {
  const { kind, url, database, retention_policy: policy, organization, bucket, path } = fields;
  const precision = 'ms';
  if (kind === 'influxdb1') return withQuery(below(url, '/write'), { db: database, rp: policy, precision });
  if (kind === 'influxdb2') return withQuery(below(url, '/api/v2/write'), { org: organization, bucket, precision });
  if (kind === 'victoriametrics') return withQuery(below(url, `${path.replace(/\/+$/, '')}/write`), { precision });
  kind satisfies 'line-protocol';
  const full = new URL(url);
  // Without it, servers take timestamps for nanoseconds.
  if (!full.searchParams.has('precision')) full.searchParams.append('precision', precision);
  return full;
}

function authorization(fields: DatabaseFields, { password }: Pick<Secrets, 'password'>): Record<string, string> {
  const way = authenticationOf(fields);
  if (way === 'password') {
    const pair = Buffer.from(`${fields.username}:${password}`, 'utf8').toString('base64');
    return { Authorization: `Basic ${pair}` };
  }
  if (way === 'none' || password === '') return {};
  return { Authorization: `${fields.kind === 'influxdb2' ? 'Token' : 'Bearer'} ${password}` };
}

export function writeEndpoint(fields: DatabaseFields, secrets: Pick<Secrets, 'password'>): WriteEndpoint {
  return { url: writeUrl(fields), headers: authorization(fields, secrets) };
}

/** The address that responds without credentials; undefined if the kind has none. */
export function pingUrl({ kind, url }: DatabaseFields): URL | undefined {
  return kind === 'line-protocol' ? undefined : below(url, '/ping');
}
