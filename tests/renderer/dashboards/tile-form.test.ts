import { describe, expect, test } from 'vitest';
import { formOf, readForm } from '../../../renderer/features/dashboards/tile-form.ts';
import { newTile } from '../../../renderer/features/dashboards/tile-kinds.ts';
import { displayUnit, type Tile, type TileKind } from '../../../service/contract/index.ts';

const FAHRENHEIT = displayUnit('°C', '°F');

function tileOf<Kind extends TileKind>(kind: Kind): Extract<Tile, { kind: Kind }> {
  return newTile(kind, []) as Extract<Tile, { kind: Kind }>;
}

function errorsOf(kind: TileKind, change: object): unknown {
  const tile = tileOf(kind);
  const read = readForm(tile, { ...formOf(tile, FAHRENHEIT), ...change }, FAHRENHEIT);
  return 'errors' in read ? read.errors : undefined;
}

describe('the form of a tile', () => {
  test('shows and reads the ends of a gauge in the displayed unit', () => {
    const tile: Tile = { ...tileOf('gauge'), channel: 'usb/E1/temperature', min: 0, max: null };
    const form = formOf(tile, FAHRENHEIT);
    expect(form).toMatchObject({ min: '32', max: '' });
    expect(readForm(tile, form, FAHRENHEIT)).toEqual({ tile });
    expect(readForm(tile, { ...form, max: ' 212 ' }, FAHRENHEIT)).toEqual({ tile: { ...tile, max: 100 } });
  });

  test('reads a time window with its unit', () => {
    const tile: Tile = { ...tileOf('chart'), channels: ['usb/E1/temperature'] };
    const form = formOf(tile, FAHRENHEIT);
    expect(form.span).toBe('10 min');
    expect(readForm(tile, { ...form, span: '2 h' }, FAHRENHEIT)).toEqual({ tile: { ...tile, span_ms: 7_200_000 } });
  });

  const channels = ['usb/E1/temperature'];

  test.each<[TileKind, object, object]>([
    ['value', {}, { channels: 'Select a channel.' }],
    ['table', {}, { channels: 'Select at least one channel.' }],
    ['mqtt-client', {}, { client: 'Select an MQTT client.' }],
    ['value', { channels, span: '9 s' }, { span: 'Enter a time from 10 s to 366 d, such as 10 min.' }],
    ['chart', { channels, span: 'soon' }, { span: 'Enter a time from 10 s to 366 d, such as 10 min.' }],
    ['gauge', { channels, min: 'cold' }, { min: 'Enter a number, or leave empty.' }],
    ['gauge', { channels, min: '5', max: '5' }, { max: 'Must be above the lower end.' }],
    ['text', { title: 'x'.repeat(81) }, { title: 'Title: must have at most 80 characters.' }],
  ])('names what is wrong: %s with %j', (kind, change, errors) => {
    expect(errorsOf(kind, change)).toEqual(errors);
  });

  test('needs no channel for alarms: none means all', () => {
    expect(errorsOf('alarms', {})).toBeUndefined();
  });
});
