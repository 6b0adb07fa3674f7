/** Clients that exclude each other because they would interfere at one broker. */
import { prefixesOverlap } from '../../contract/index.ts';
import type { ClientConfig } from '../types.ts';

export interface Conflict {
  identifiers: readonly [string, string];
  field: 'name' | 'advanced.client_id';
  /** Names both. */
  message: string;
}

/** Host names ignore case. */
function brokerOf({ fields: { host, port } }: ClientConfig): string {
  return `${host.toLowerCase()}:${port}`;
}

/** Equal names, or one a prefix level of the other: both would publish under the same topics. */
function nameConflict(one: ClientConfig, other: ClientConfig): Conflict[] {
  const [name, otherName] = [one.fields.name, other.fields.name];
  if (!prefixesOverlap(name, otherName)) return [];
  const names =
    name === otherName
      ? `have the same name, "${name}"`
      : `have names of which one is a prefix of the other, "${name}" and "${otherName}"`;
  return [conflict(one, other, 'name', `${names}, on the same broker`, 'they would publish to the same topics')];
}

/** A broker ends the earlier of two connections with the same client ID (MQTT 5.0, 3.1.4). */
function clientIdConflict(one: ClientConfig, other: ClientConfig): Conflict[] {
  const { client_id } = one.advanced;
  if (client_id === '' || client_id !== other.advanced.client_id) return [];
  const what = `have the same client ID, "${client_id}", on the same broker`;
  return [conflict(one, other, 'advanced.client_id', what, 'they would disconnect each other')];
}

function conflict(
  one: ClientConfig,
  other: ClientConfig,
  field: Conflict['field'],
  what: string,
  consequence: string,
): Conflict {
  const both = `the clients "${one.identifier}" and "${other.identifier}"`;
  return {
    identifiers: [one.identifier, other.identifier],
    field,
    message: `${both} ${what}, ${one.fields.host}:${one.fields.port}: ${consequence}`,
  };
}

function conflictsOf(one: ClientConfig, other: ClientConfig): Conflict[] {
  return brokerOf(one) === brokerOf(other) ? nameConflict(one, other).concat(clientIdConflict(one, other)) : [];
}

/** Quadratic in the number of clients. */
export function findConflicts(clients: Iterable<ClientConfig>): Conflict[] {
  const all = [...clients];
  return all.flatMap((one, index) => all.slice(index + 1).flatMap((other) => conflictsOf(one, other)));
}
