/** The store of what comes with QoS 2, as the MQTT library uses it. */
import type { IPublishPacket, Packet } from 'mqtt';
import { expect, test } from 'vitest';
import { IncomingIds } from '../../../../service/mqtt/session/message-ids.ts';

function message(messageId: number): IPublishPacket {
  return { cmd: 'publish', messageId, topic: 'a', payload: Buffer.alloc(1000), qos: 2, dup: false, retain: false };
}

function fill(limit: number): { store: IncomingIds; came: number[]; answered: number[]; full: () => number } {
  const came: number[] = [];
  const answered: number[] = [];
  let full = 0;
  const store = new IncomingIds({
    limit,
    onMessage: ({ messageId = 0 }) => came.push(messageId),
    onFull: () => (full += 1),
  });
  for (const id of [1, 2, 2, 3]) store.put(message(id), () => answered.push(id));
  return { store, came, answered, full: () => full };
}

test('hands each message on once, and answers each repetition', () => {
  const { came, answered, full } = fill(3);
  expect({ came, answered, full: full() }).toEqual({ came: [1, 2, 3], answered: [1, 2, 2, 3], full: 0 });
});

test('neither takes nor answers one more than its limit, but repetitions', () => {
  const { store, came, answered, full } = fill(2);
  expect({ came, answered, full: full(), size: store.size }).toEqual({
    came: [1, 2],
    answered: [1, 2, 2],
    full: 1,
    size: 2,
  });
  store.put(message(1), () => answered.push(1));
  expect(answered).toEqual([1, 2, 2, 1]);
});

test('takes no message at all with a limit of 0', () => {
  const { came, answered, full } = fill(0);
  expect({ came, answered, full: full() }).toEqual({ came: [], answered: [], full: 4 });
});

test('stores nothing of a message but its number, and makes room when it is finished', () => {
  const { store, came } = fill(3);
  let stored: Packet | undefined;
  store.get({ messageId: 2 }, (_, packet) => (stored = packet));
  expect(stored).toEqual({ cmd: 'publish', messageId: 2, topic: '', payload: '', qos: 2, dup: false, retain: false });
  store.del({ messageId: 2 }, () => {});
  expect(store.size).toBe(2);
  store.put(message(2), () => {});
  expect(came).toEqual([1, 2, 3, 2]);
});
