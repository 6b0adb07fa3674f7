/** The app API of corrections, and their events. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { correctionInputSchema, type EntityEvent, type Message } from '../../../service/contract/index.ts';
import { ask, messageOf, write } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const PATH = '/app/v1/devices/usb/E%2F1/channels/temperature/correction';
const REF = { family: 'usb', serial: 'E/1', channel: 'temperature' };
const GIVEN = { unit: '°C', points: [{ measured: 20.1, reference: 20 }] };
const STORED = correctionInputSchema.parse(GIVEN);

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

const put = (body: unknown, path = PATH) => write(host.port, 'PUT', path, JSON.stringify(body));

describe('a correction', () => {
  test('is set with defaults for omitted fields, read and removed', async () => {
    expect((await ask(host.port, PATH)).json()).toMatchObject({ ...REF, correction: null, versions: [] });
    const set = await put(GIVEN);
    expect(set.status).toBe(200);
    expect(set.json()).toMatchObject({ ...REF, unit: '°C', correction: STORED, versions: [{ version: 1 }] });
    expect((await ask(host.port, PATH)).text).toBe(set.text);
    expect((await write(host.port, 'DELETE', PATH)).text).toBe('{}');
    expect(host.world.corrections.calls).toEqual([
      ['set', REF, STORED],
      ['remove', REF],
    ]);
  });

  test('is previewed', async () => {
    const preview = await write(host.port, 'POST', `${PATH}/preview`, JSON.stringify(GIVEN));
    expect(preview.json()).toEqual(host.world.corrections.previewed);
    expect(host.world.corrections.calls).toEqual([['preview', REF, STORED]]);
  });

  test.each([
    ['no points', { ...GIVEN, points: [] }, 'points: must have at least one point'],
    ['too many points', { ...GIVEN, points: Array(11).fill(GIVEN.points[0]) }, 'points: must have at most 10 points'],
    ['an empty range', { ...GIVEN, range: { from: 1, to: 1 } }, 'range.to: must be above "from"'],
    ['a day that no month has', { ...GIVEN, due: '2026-13-01' }, 'due: must be a date, such as 2026-11-01'],
    ['an unknown field', { ...GIVEN, offset: 1 }, 'offset'],
  ])('with %s is refused, naming the field', async (_, body, message) => {
    for (const answer of [await put(body), await write(host.port, 'POST', `${PATH}/preview`, JSON.stringify(body))]) {
      expect(answer.status).toBe(400);
      expect(messageOf(answer)).toContain(message);
      expect((answer.json() as Message).errors).toHaveLength(1);
    }
    expect(host.world.corrections.calls).toEqual([]);
  });

  test('of an unknown family is not found', async () => {
    const answer = await put({}, PATH.replace('usb', 'bluetooth'));
    expect([answer.status, messageOf(answer)]).toEqual([404, expect.stringContaining('Unknown family bluetooth')]);
  });
});

test('sends corrections to a new reader, and their changes', async () => {
  await put(GIVEN);
  const client = await openEvents(host.port);
  const changes = () =>
    client.events
      .map(({ data }) => data as EntityEvent)
      .filter(({ kind }) => kind === 'correction')
      .map(({ key, value }) => [key, (value as { versions: unknown[] } | null)?.versions.length]);
  await client.until(() => changes().length > 0);
  await write(host.port, 'DELETE', PATH);
  await client.until(() => changes().length > 1);
  expect(changes()).toEqual([
    ['usb/E%2F1/temperature', 1],
    ['usb/E%2F1/temperature', 2],
  ]);
  client.close();
});
