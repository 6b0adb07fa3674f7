/** Which clients cannot be there together: those that would publish under the same topics of one broker. */
import { prefixesMeet } from '../../contract/index.ts';
import type { ClientConfig } from '../parts.ts';

/** Two clients that meet. */
export interface Conflict {
  identifiers: readonly [string, string];
  /** Names both. */
  message: string;
}

/** The same name, host and port, or one's name a prefix level of the other's on one broker; hosts in any letter case. */
function meet({ fields: one }: ClientConfig, { fields: other }: ClientConfig): boolean {
  return (
    one.port === other.port && one.host.toLowerCase() === other.host.toLowerCase() && prefixesMeet(one.name, other.name)
  );
}

function describe(one: ClientConfig, other: ClientConfig): string {
  const broker = `${one.fields.host}:${one.fields.port}`;
  const names =
    one.fields.name === other.fields.name
      ? `have the same name, "${one.fields.name}"`
      : `have names of which one begins with the other, "${one.fields.name}" and "${other.fields.name}"`;
  return `the clients "${one.identifier}" and "${other.identifier}" ${names}, on the same broker, ${broker}: they would publish under the same topics`;
}

/** All conflicts of a set of clients. The time it takes grows with the square of their number. */
export function findConflicts(clients: Iterable<ClientConfig>): Conflict[] {
  const all = [...clients];
  return all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => meet(one, other))
      .map((other) => ({ identifiers: [one.identifier, other.identifier] as const, message: describe(one, other) })),
  );
}
