import { describe, expect, test } from 'vitest';
import { type CommandKind, findable, MAX_ROWS, type PaletteCommand, rank } from '../../../renderer/app/palette/rank.ts';

const command = (kind: CommandKind, title: string, more: Partial<PaletteCommand> = {}): PaletteCommand => ({
  id: title,
  kind,
  title,
  run: () => undefined,
  ...more,
});

const ALL = findable([
  command('Page', 'Devices'),
  command('Command', 'Copy serial number E24638', { detail: 'Cold room' }),
  command('Device', 'Cold room', { detail: 'E24638', keywords: 'VCP-PTH450-CAL' }),
  command('Channel', 'Temperature', { detail: 'Cold room E24638' }),
  command('Channel', 'Dew point', { detail: 'Cold room E24638', keywords: 'dew_point' }),
]);

const titles = (query: string, recent: string[] = []): string[] =>
  rank(ALL, query, recent).rows.map(({ title }) => title);

describe('what is shown', () => {
  test('while nothing was typed: what was used last, pages and actions, the others', () => {
    expect(titles('')).toEqual(['Devices', 'Copy serial number E24638', 'Cold room', 'Temperature', 'Dew point']);
    expect(titles('', ['Dew point', 'Cold room', 'gone long ago']).slice(0, 3)).toEqual([
      'Dew point',
      'Cold room',
      'Devices',
    ]);
  });

  test('a device is found by its name, its serial and its product, before what only mentions it', () => {
    for (const query of ['cold', 'e24638', 'pth450']) expect(titles(query)[0]).toBe('Cold room');
  });

  test('a channel is found by device and channel, and by its name in the API', () => {
    expect(titles('cold temp')).toEqual(['Temperature']);
    expect(titles('dew_point')).toEqual(['Dew point']);
  });

  test('of equals the one used last comes first, but no use makes a bad match a good one', () => {
    const twins = findable([command('Device', 'Oven', { id: 'a' }), command('Device', 'Oven', { id: 'b' })]);
    expect(rank(twins, 'oven', ['b']).rows.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(titles('cold', ['Temperature'])[0]).toBe('Cold room');
  });

  test('at most 50 rows, and how many there are is said', () => {
    const many = findable(Array.from({ length: 60_000 }, (_, index) => command('Device', `Sensor ${index}`)));
    const { rows, found } = rank(many, 'sensor', []);
    expect(rows).toHaveLength(MAX_ROWS);
    expect(MAX_ROWS).toBe(50);
    expect(found).toBe(60_000);
  });

  test('nothing for what is nowhere', () => {
    expect(rank(ALL, 'zzz', ['Cold room'])).toEqual({ rows: [], found: 0 });
  });
});
