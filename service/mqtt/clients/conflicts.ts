/** Which clients cannot be there together: those that would get in each other's way at one broker. */
import { prefixesOverlap } from '../../contract/index.ts';
import type { ClientConfig } from '../types.ts';

/** Two clients that meet. */
export interface Conflict {
  identifiers: readonly [string, string];
  /** The field that makes them meet. */
  field: 'name' | 'advanced.client_id';
  /** Names both. */
  message: string;
}

/** Hosts in any letter case. */
function brokerOf({ fields: { host, port } }: ClientConfig): string {
  return `${host.toLowerCase()}:${port}`;
}

/** The same name, or one's name a prefix level of the other's: they would publish under the same topics. */
function nameConflict(one: ClientConfig, other: ClientConfig): Conflict[] {
  const [name, otherName] = [one.fields.name, other.fields.name];
  if (!prefixesOverlap(name, otherName)) return [];
  const names =
    name === otherName
      ? `have the same name, "${name}"`
      : `have names of which one is a prefix of the other, "${name}" and "${otherName}"`;
  return [conflict(one, other, 'name', `${names}, on the same broker`, 'they would publish to the same topics')];
}

/** A broker lets one connection of a client id live, and ends the other (MQTT 5.0, 3.1.4). */
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

/** All conflicts of a set of clients. The time it takes grows with the square of their number. */
export function findConflicts(clients: Iterable<ClientConfig>): Conflict[] {
  const all = [...clients];
  return all.flatMap((one, index) => all.slice(index + 1).flatMap((other) => conflictsOf(one, other)));
}
