import { describe, expect, test } from 'vitest';
import type { ChannelGroup } from '../../../../renderer/data/compare/selectable-channels.ts';
import { channelTitle } from '../../../../renderer/features/charts/channels.ts';
import { channelChoices, linesOf, runTitle } from '../../../../renderer/features/runs/compare/compared-lines.ts';
import { comparedIds, compareRunsRoute } from '../../../../renderer/features/runs/compare/routes.ts';
import type { Run, RunChannelStatistics } from '../../../../service/contract/index.ts';

/** @param channels `E1/temperature` */
function runOf(id: number, channels: string[], fields: Partial<Run> = {}): Run {
  const started = '2026-11-20T14:00:00.000Z';
  return {
    id,
    name: `Batch ${id}`,
    channels: channels.map((path) => {
      const [serial = '', channel = ''] = path.split('/');
      return { family: 'usb', serial, channel, low: null, high: null };
    }),
    operator: '',
    notes: '',
    tags: [],
    from: started,
    to: '2026-11-20T15:00:00.000Z',
    started,
    stop_at: null,
    plan: null,
    attachments: [],
    ...fields,
  };
}

function compared(run: Run, unit = '°C') {
  const channels = run.channels.map((channel) => ({ ...channel, unit }) as RunChannelStatistics);
  return { run, statistics: { from: run.from, to: run.to ?? '', bytes: 0, channels } };
}

const KNOWN: ChannelGroup[] = ['E1', 'E2'].map((serial) => ({
  key: `usb/${serial}`,
  device: 'Cold room',
  serial,
  attached: true,
  channels: [
    {
      path: `usb/${serial}/temperature`,
      ref: { family: 'usb', serial, channel: 'temperature' },
      name: 'Temperature',
      device: 'Cold room',
      unit: '°C',
      simulated: false,
      attached: true,
    },
  ],
}));

describe('the choices', () => {
  test('begin with the channel name that most runs have', () => {
    const runs = [runOf(1, ['E1/humidity', 'E1/temperature']), runOf(2, ['E1/temperature'])];
    expect(channelChoices(runs, KNOWN)).toEqual([
      { value: 'temperature', word: 'Temperature' },
      { value: 'humidity', word: 'humidity (1 of 2 runs)' },
    ]);
  });

  test('name each channel if several have the name', () => {
    const runs = [runOf(1, ['E1/temperature', 'E2/temperature']), runOf(2, ['E1/temperature'])];
    expect(channelChoices(runs, KNOWN)).toEqual([
      { value: 'temperature', word: 'Temperature' },
      { value: 'usb/E1/temperature', word: 'Temperature · Cold room E1' },
      { value: 'usb/E2/temperature', word: 'Temperature · Cold room E2 (1 of 2 runs)' },
    ]);
  });
});

describe('the lines', () => {
  const first = compared(runOf(1, ['E1/temperature', 'E2/temperature', 'E1/humidity']));
  const second = compared(runOf(2, ['E1/temperature']));
  const titles = (choice: string) =>
    linesOf(choice, [first, second], KNOWN).map(({ channel }) => channelTitle(channel));

  test('of a name are those of all devices', () => {
    expect(titles('temperature')).toEqual([
      'Batch 1 · Temperature · Cold room E1',
      'Batch 1 · Temperature · Cold room E2',
      'Batch 2 · Temperature · Cold room E1',
    ]);
  });

  test('of a channel are one for each run', () => {
    expect(titles('usb/E1/temperature')).toEqual(['Batch 1 · Temperature', 'Batch 2 · Temperature']);
  });

  test('differ in color and dash, and have a key of their own', () => {
    const channels = linesOf('usb/E1/temperature', [first, second], KNOWN).map(({ channel }) => channel);
    expect(new Set(channels.map(({ color }) => color)).size).toBe(2);
    expect(new Set(channels.map(({ dash }) => dash.join())).size).toBe(2);
    expect(channels.map(({ key }) => key)).toEqual(['1 usb/E1/temperature', '2 usb/E1/temperature']);
  });

  test('have the unit of the statistics if the device is unknown', () => {
    const away = compared(runOf(3, ['E9/pressure']), 'kPa');
    expect(linesOf('pressure', [away], KNOWN).map(({ channel }) => channel.unit)).toEqual(['kPa']);
  });
});

test('a title has the start if runs share a name', () => {
  const [one, other] = [runOf(1, [], { name: 'Batch' }), runOf(2, [], { name: 'Batch' })];
  expect(runTitle(one, [one, runOf(3, [])])).toBe('Batch');
  expect(runTitle(one, [one, other])).toMatch(/^Batch, .*2026/);
});

test.each([
  ['/runs/compare', []],
  ['/runs/compare?run=12&run=15', [12, 15]],
  ['/runs/compare/run=12&run=15&run=12', [12, 15]],
  ['/runs/compare?run=one&run=-1', []],
])('%s names the runs %j', (route, ids) => {
  expect(comparedIds(route)).toEqual(ids);
});

test('a link names the runs that the page compares', () => {
  expect(comparedIds(compareRunsRoute([12, 15]))).toEqual([12, 15]);
});
