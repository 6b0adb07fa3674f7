/** What the event stream tells of alarms and their rules. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alarmRuleInputSchema, type EntityEvent } from '../../../../service/contract/index.ts';
import { post, write } from '../support/ask.ts';
import { type EventClient, openEvents } from '../support/event-client.ts';
import { type Host, startHost } from '../support/host.ts';

const RULES = '/app/v1/alarms/rules';
const RULE = alarmRuleInputSchema.parse({ family: 'usb', serial: 'E1', channel: 'temperature', upper: 30 });

let host: Host;

beforeEach(async () => {
  host = await startHost({ limits: { slowReaderBytes: 64 * 1024 } });
});
afterEach(() => host.stop());

/** Key and value of each. */
function told({ events }: EventClient): unknown[] {
  return events.map(({ data }) => {
    const { kind, key, value } = data as EntityEvent;
    return [kind, key, value];
  });
}

test('sends every rule and listed alarm to a new reader, oldest first', async () => {
  const { id } = await host.world.alarms.createRule(RULE);
  const one = host.world.alarms.raise({ id: 'one' });
  const two = host.world.alarms.raise({ id: 'two' });
  const client = await openEvents(host.port);
  await client.until(() => told(client).length >= 3);
  expect(told(client)).toEqual([
    ['alarm-rule', id, { id, rule: RULE, snoozed: null, watching: true }],
    ['alarm', 'one', one],
    ['alarm', 'two', two],
  ]);
  client.close();
});

test('sends changes, whoever makes them', async () => {
  const client = await openEvents(host.port);
  await client.until(() => client.lastId !== '');
  await post(host.port, RULES, JSON.stringify(RULE));
  const alarm = host.world.alarms.raise();
  const ended = host.world.alarms.raise({ ended: '2026-11-20T14:46:12.318Z' });
  host.world.alarms.leave(alarm.id);
  await write(host.port, 'DELETE', `${RULES}/a01b2c3d4`);
  await client.until(() => told(client).length >= 5);
  expect(told(client)).toEqual([
    ['alarm-rule', 'a01b2c3d4', { id: 'a01b2c3d4', rule: RULE, snoozed: null, watching: true }],
    ['alarm', alarm.id, alarm],
    ['alarm', alarm.id, ended],
    ['alarm', alarm.id, null],
    ['alarm-rule', 'a01b2c3d4', null],
  ]);
  client.close();
});

test('sends missed events to a reader that reconnects', async () => {
  const client = await openEvents(host.port);
  const alarm = host.world.alarms.raise();
  await client.until(() => told(client).length > 0);
  const { lastId } = client;
  client.close();
  host.world.alarms.leave(alarm.id);
  const again = await openEvents(host.port, { 'Last-Event-ID': lastId });
  await again.until(() => told(again).length > 0);
  expect(told(again)).toEqual([['alarm', alarm.id, null]]);
  again.close();
});

test('sends only the latest of each alarm and rule to a slow reader', async () => {
  const slow = await openEvents(host.port);
  await slow.until(() => slow.lastId !== '');
  slow.pause();
  await host.world.alarms.createRule(RULE);
  for (let count = 0; count < 20_000; count += 1) host.world.alarms.raise({ peak: count });
  host.world.alarms.raise({ id: 'gone' });
  host.world.alarms.leave('gone');
  await host.world.alarms.removeRule('a01b2c3d4');
  slow.resume();
  await slow.until(() => slow.events.filter(({ value }) => value === null).length === 2);
  await slow.until(() => told(slow).some((event) => JSON.stringify(event).includes('"peak":19999')));
  expect(told(slow).length).toBeLessThan(10_000);
  expect(told(slow)).toContainEqual(['alarm', 'gone', null]);
  expect(told(slow).at(-1)).toEqual(['alarm-rule', 'a01b2c3d4', null]);
  slow.close();
});
