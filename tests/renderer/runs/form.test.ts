import { describe, expect, test } from 'vitest';
import {
  checkForm,
  formOfRun,
  newForm,
  type RunForm,
  startOfForm,
} from '../../../renderer/features/runs/editor/run-form.ts';
import { displayUnit } from '../../../service/contract/index.ts';
import { runChannel, runOf } from '../../support/views/runs.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const TEMPERATURE = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

const inFahrenheit = () => displayUnit('°C', '°F');

function form(change: Partial<RunForm> = {}): RunForm {
  const given = { name: 'Batch 12', operator: 'A. Rossi', channels: [TEMPERATURE], range: undefined, now: NOW };
  return { ...newForm(given, inFahrenheit), ...change };
}

const limits = (low: string, high: string): RunForm['limits'] => [{ low, high, kept: '°C', shown: '°F' }];

describe('a run that starts now', () => {
  test('has limits in the unit of the API, times in seconds, and tags with spaces', () => {
    const typed = form({
      limits: limits('35.6', '46,4 °F'.replace(',', '.')),
      tags: ' cold room, ,lot 7',
      pre_trigger_s: '5 min',
      stop_after_s: '3 h',
    });
    expect(startOfForm(typed)).toEqual({
      name: 'Batch 12',
      channels: [{ ...TEMPERATURE, low: 2, high: 8 }],
      operator: 'A. Rossi',
      notes: '',
      tags: ['cold room', 'lot 7'],
      pre_trigger_s: 300,
      stop_after_s: 10_800,
      range: null,
    });
    expect(checkForm(typed)).toEqual([]);
  });

  test('runs until it is stopped, without earlier readings, if both times are empty', () => {
    expect(startOfForm(form({ pre_trigger_s: '', stop_after_s: ' ' }))).toMatchObject({
      pre_trigger_s: 0,
      stop_after_s: null,
    });
  });

  test.each<[Partial<RunForm>, string, string]>([
    [{ name: ' ' }, 'name', 'Enter a name of at most 100 characters.'],
    [{ channels: [], limits: [] }, 'channels', 'Select 1 to 64 channels.'],
    [{ limits: limits('cold', '') }, 'limits.0.low', 'Enter a number, such as 2.5. Leave empty for no limit.'],
    [{ limits: limits('46.4', '35.6') }, 'limits.0.high', 'Must be above the lower limit.'],
    [{ pre_trigger_s: '2 h' }, 'pre_trigger_s', 'Enter a time from 0 s to 1 h, such as 30 s.'],
    [
      { stop_after_s: 'soon' },
      'stop_after_s',
      'Enter a time from 1 s to 366 d, such as 3 h. Leave empty to stop it yourself.',
    ],
    [{ tags: 'a, a' }, 'tags', 'Tags: must not list a tag twice.'],
  ])('with %j has an error at %s', (change, path, message) => {
    expect(checkForm(form(change))).toEqual([{ path, message }]);
  });
});

describe('a run of stored readings', () => {
  const past = (from: number, to: number): RunForm => form({ isPast: true, range: { from, to }, stop_after_s: '3 h' });

  test('has its range, and no times of a start', () => {
    const typed = past(NOW - 60_000, NOW);
    expect(startOfForm(typed)).toMatchObject({
      range: { from: '2026-11-20T11:59:00.000Z', to: '2026-11-20T12:00:00.000Z' },
      pre_trigger_s: 0,
      stop_after_s: null,
    });
    expect(checkForm(typed)).toEqual([]);
  });

  test.each([
    [NOW, NOW, 'range.to', 'Must be after the start.'],
    [Number.NaN, NOW, 'range.from', 'Enter the start.'],
    [NOW, Number.NaN, 'range.to', 'Enter the end.'],
  ])('from %d to %d has an error at %s', (from, to, path, message) => {
    expect(checkForm(past(from, to))).toContainEqual({ path, message });
  });
});

describe('a stored run', () => {
  test('has its limits in the display unit', () => {
    const stored = formOfRun(runOf(), undefined, inFahrenheit);
    expect(stored.channels).toEqual(['usb/E1/temperature', 'usb/E1/relative_humidity']);
    expect(stored.limits[0]).toEqual({ low: '35.6', high: '46.4', kept: '°C', shown: '°F' });
    expect(checkForm(stored)).toEqual([]);
  });

  test('keeps the unit that the form shows', () => {
    const present = formOfRun(runOf(), undefined, inFahrenheit);
    const changed = runOf({ channels: [runChannel('relative_humidity'), runChannel('temperature', { low: 10 })] });
    const { limits: next } = formOfRun(changed, present, (channel) => displayUnit('', channel.channel));
    expect(next[1]).toEqual({ low: '50', high: '', kept: '°C', shown: '°F' });
  });
});
