/** What waits for a destination outlives a run. */
import { expect, test } from 'vitest';
import { rule } from '../alarms/support.ts';
import { AWAY, type DeliveryBench, deliveryBenches } from './support.ts';

const start = deliveryBenches();

/** The next run, with the same server. */
async function restart({ session, manager, log, sender }: DeliveryBench): Promise<DeliveryBench> {
  await session.stop();
  await manager.stop();
  return start({}, { log, sender });
}

test('is sent after a restart, and what was acknowledged is not sent again', async () => {
  const first = await start();
  await first.manager.createRule(rule({ upper: 30 }));
  await first.manager.createRule(rule({ upper: 32 }));
  first.attach();
  first.measure(31);
  await first.run(20_000);
  first.sender.failure = AWAY;
  first.measure(33);
  await first.run(20_000);
  const second = await restart(first);
  second.sender.failure = undefined;
  await second.run(20_000);
  expect(second.messages()).toEqual(['raised 31', 'raised 33']);
  second.attach();
  second.measure(20);
  await second.run(20_000);
  expect(second.messages()).toEqual(['raised 31', 'raised 33', 'cleared 31, cleared 33']);
});

test('is sent again under the same ID, without what came later', async () => {
  const first = await start();
  await first.manager.createRule(rule({ upper: 30 }));
  await first.manager.createRule(rule({ upper: 32 }));
  first.attach();
  const gate = Promise.withResolvers<void>();
  first.sender.gate = gate.promise;
  const ids: string[] = [];
  const { send } = first.sender;
  first.sender.send = (message, signal) => {
    ids.push(message.id);
    return send.call(first.sender, message, signal);
  };
  first.measure(31);
  await first.run(100);
  first.measure(33);
  await first.run(100);
  const stopping = first.session.stop();
  await first.run(3000);
  await stopping;
  gate.resolve();
  const second = await restart(first);
  await second.run(20_000);
  expect(second.messages()).toEqual(['raised 31', 'raised 33']);
  expect(ids).toHaveLength(3);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[1]);
});
