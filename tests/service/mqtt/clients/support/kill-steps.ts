/** An endless row of changes: the process that is killed makes them, and the test knows what each of them leaves. */
import { applyExpertAdd, applyExpertRemove } from '../../../../../service/mqtt/clients/changes.ts';
import type { Clients } from '../../../../../service/mqtt/types.ts';

/** What the step of this number makes of the clients: adds some, moves some to another address, removes some. */
export function step(number: number, clients: Clients): Clients {
  const identifiers = [`c${number % 5}`, `c${(number * 3 + 1) % 7}`];
  if (number % 3 === 2) {
    const present = identifiers.filter((identifier) => clients.has(identifier));
    if (present.length > 0) return applyExpertRemove(clients, { mqtt: { clients: present } });
  }
  const entries = identifiers.map((identifier) => [
    identifier,
    { host: `h${number}.example`, port: 1000 + number, password: number % 4 === 0 ? '' : `password of h${number}` },
  ]);
  return applyExpertAdd(clients, { mqtt: { clients: Object.fromEntries(entries) } });
}

/** The clients after the first so many steps. */
export function after(steps: number): Clients {
  let clients: Clients = new Map();
  for (let number = 0; number < steps; number += 1) clients = step(number, clients);
  return new Map([...clients].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
