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
  if (brokerOf(one) !== brokerOf(other)) return [];
  const conflicts: Conflict[] = [];
  const [name, otherName] = [one.fields.name, other.fields.name];
  // Equal names, or one a prefix level of the other.
  if (prefixesOverlap(name, otherName)) {
    const names =
      name === otherName
        ? `have the same name, "${name}"`
        : `have names of which one is a prefix of the other, "${name}" and "${otherName}"`;
    const consequence = 'they would publish to the same topics';
    conflicts.push(conflict(one, other, 'name', `${names}, on the same broker`, consequence));
  }
  const { client_id } = one.advanced;
  // A broker ends the earlier of two connections with the same client ID (MQTT 5.0, 3.1.4).
  if (client_id !== '' && client_id === other.advanced.client_id) {
    const what = `have the same client ID, "${client_id}", on the same broker`;
    conflicts.push(conflict(one, other, 'advanced.client_id', what, 'they would disconnect each other'));
  }
  return conflicts;
}

/** Quadratic in the number of clients. */
export function findConflicts(clients: Iterable<ClientConfig>): Conflict[] {
  const all = [...clients];
  return all.flatMap((one, index) => all.slice(index + 1).flatMap((other) => conflictsOf(one, other)));
}
