/** Messages with the names, units and states of the time at which they are sent. */
import { expect, test } from 'vitest';
import type { Alarm } from '../../../service/contract/index.ts';
import { MessageComposer } from '../../../service/notifications/message-composer.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { ALARM } from '../../support/alarm.ts';

const EVENT = { kind: 'raised', at: Date.parse(ALARM.since), alarm: ALARM } as const;

function composer(listed: readonly Alarm[]): MessageComposer {
  return new MessageComposer({
    texts: {
      registry: { get: () => undefined },
      names: { get: () => ({ alias: 'Cold room', channelNames: {} }) },
      settings: { get: () => ({ display_units: {} }) },
      computed: { list: () => [] },
      alarms: { findRule: () => undefined },
    },
    history: { query: () => Promise.reject(new Error('no history')) },
    alarms: { list: () => ({ rules: [], alarms: [...listed] }) },
    installation: 'lab-pc',
    link: () => 'http://127.0.0.1:11395/#/alarms',
    clock: systemClock,
    logger: silentLogger,
  });
}

const batch = { id: 'm1', waiting: [{ event: EVENT, due: 0, message: 'm1' }] };

test('an alarm that was held says that it is over by now', async () => {
  const ended = { ...ALARM, ended: '2026-11-20T14:50:12.318Z' };
  const { subject, text } = await composer([ended]).alarms(batch, false);
  expect(subject).toBe('Alarm: Cold room: temperature above 30 °C (30.50 °C)');
  expect(text).toContain('(after 5 min)');
  expect(text).toContain('State: Cleared, unacknowledged');
  expect((await composer([ALARM]).alarms(batch, false)).text).toContain('State: Active');
});

test('a message goes without its chart if the history cannot be read', async () => {
  const { chart, alarms } = await composer([ALARM]).alarms(batch, true);
  expect([chart, alarms.length]).toEqual([undefined, 1]);
});

test('the daily message has the active alarms', async () => {
  const over = { ...ALARM, id: 'over', ended: ALARM.since };
  const { id, subject } = await composer([ALARM, over]).daily('daily-1');
  expect([id, subject]).toEqual(['daily-1', 'Mensura is running: 1 active alarm']);
});
