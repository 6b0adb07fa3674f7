/** Names and identifiers that no client has yet. */
import { MAX_TEXT, type MqttClientView, prefixesOverlap } from '../../../../service/contract/index.ts';

/**
 * The text with an ending, and with the first number behind it, from 2 on, that makes it free; cut where it is too long.
 * @param others how many things can stand in its way, each in that of one number; where no number helps, the last that
 *   was tried is answered, and the form says what is wrong with it
 */
function numbered(text: string, ending: string, others: number, isFree: (candidate: string) => boolean): string {
  const characters = Array.from(text);
  const ended = (end: string): string => characters.slice(0, MAX_TEXT - end.length).join('') + end;
  let candidate = ended(ending);
  for (let number = 2; !isFree(candidate) && number <= others + 1; number += 1) {
    candidate = ended(`${ending}-${number}`);
  }
  return candidate;
}

/** An identifier for a client of this name: letters, digits and a few signs, so that it reads well in an address. */
export function uniqueIdentifier(name: string, clients: readonly MqttClientView[]): string {
  const taken = new Set(clients.map(({ identifier }) => identifier));
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return numbered(plain || 'client', '', taken.size, (candidate) => !taken.has(candidate));
}

/**
 * Name and identifier for a copy of a client. No two clients on one broker may publish under the same topics; on others
 * a name may well begin with another's, so that no number would part the two.
 */
export function copyNames(
  view: MqttClientView,
  clients: readonly MqttClientView[],
): { name: string; identifier: string } {
  const host = view.host.toLowerCase();
  const beside = clients.filter((other) => other.host.toLowerCase() === host && other.port === view.port);
  const name = numbered(view.name, '-copy', beside.length, (candidate) =>
    beside.every((other) => !prefixesOverlap(other.name, candidate)),
  );
  return { name, identifier: uniqueIdentifier(name, clients) };
}
