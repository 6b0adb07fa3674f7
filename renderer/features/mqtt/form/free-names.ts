import { MAX_TEXT, type MqttClientView, prefixesOverlap } from '../../../../service/contract/index.ts';

/**
 * Appends the ending and, from 2 on, the first number that makes the text unique; truncates long texts.
 * @param others limits the attempts; if all fail, the form reports the conflict
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

/** Letters, digits and a few signs, so that it is readable in a URL. */
export function uniqueIdentifier(name: string, clients: readonly MqttClientView[]): string {
  const taken = new Set(clients.map(({ identifier }) => identifier));
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return numbered(plain || 'client', '', taken.size, (candidate) => !taken.has(candidate));
}

/** Clients on one broker need distinct topics. On different brokers a name may be the prefix of another. */
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
