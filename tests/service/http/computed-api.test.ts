/** The app API of computed channels, and their events. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ComputedInput,
  computedInputSchema,
  computedPreviewSchema,
  type EntityEvent,
  MAX_FORMULA_LENGTH,
  messageSchema,
} from '../../../service/contract/index.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { ask, messageOf, post, write } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const COMPUTED = '/app/v1/computed';
const FORMULA = '[usb/E1/temperature] - [usb/E1/dew_point]';
const GIVEN = { name: 'Margin', unit: '°C', formula: FORMULA };
const STORED: ComputedInput = computedInputSchema.parse(GIVEN);
const ID = 'c01b2c3d4';
const ONE = {
  id: ID,
  computed: STORED,
  inputs: [
    { family: 'usb', serial: 'E1', channel: 'temperature' },
    { family: 'usb', serial: 'E1', channel: 'dew_point' },
  ],
  has_integral: false,
  reset_at: null,
};

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

describe('computed channels', () => {
  test('are added with defaults for omitted fields, listed and read', async () => {
    expect((await ask(host.port, COMPUTED)).text).toBe('{"computed":[]}');
    const added = await post(host.port, COMPUTED, JSON.stringify(GIVEN));
    expect([added.status, added.headers.location]).toEqual([201, `${COMPUTED}/${ID}`]);
    expect(added.text).toBe(canonicalJson(ONE));
    expect(added.json()).toMatchObject({ computed: { decimals: 2, max_age_ms: 5000 } });
    expect((await ask(host.port, added.headers.location ?? '')).text).toBe(added.text);
    expect((await ask(host.port, COMPUTED)).json()).toEqual({ computed: [ONE] });
  });

  test('are replaced, reset and deleted', async () => {
    host.world.computed.put(ID, STORED);
    const path = `${COMPUTED}/${ID}`;
    const changed = await write(host.port, 'PUT', path, '{"name":"Hours","formula":"integral([usb/E1/temperature])"}');
    expect(changed.json()).toMatchObject({ id: ID, computed: { name: 'Hours', unit: '' }, has_integral: true });
    const reset = await post(host.port, `${path}/reset`);
    expect([reset.status, reset.json()]).toMatchObject([200, { id: ID, reset_at: '2026-11-20T14:45:12.318Z' }]);
    const deleted = await write(host.port, 'DELETE', path);
    expect([deleted.status, deleted.text]).toEqual([200, '{}']);
    expect((await ask(host.port, path)).status).toBe(404);
  });

  test('respond 404 before an invalid body', async () => {
    for (const [method, path] of [
      ['GET', `${COMPUTED}/c0`],
      ['PUT', `${COMPUTED}/c0`],
      ['DELETE', `${COMPUTED}/c0`],
      ['POST', `${COMPUTED}/c0/reset`],
    ] as const) {
      const answer = await write(host.port, method, path, method === 'PUT' ? '{"x":1}' : undefined);
      expect([method, answer.status, messageOf(answer)]).toEqual([method, 404, 'No computed channel with ID c0.']);
    }
  });

  test('are previewed without a name, even with an empty formula', async () => {
    const answer = await post(host.port, `${COMPUTED}/preview`, JSON.stringify({ formula: '' }));
    expect(answer.status).toBe(200);
    expect(computedPreviewSchema.parse(answer.json())).toMatchObject({ error: null, inputs: [], at: [] });
    const whole = await post(host.port, `${COMPUTED}/preview`, JSON.stringify({ ...GIVEN, id: ID }));
    expect(whole.json()).toMatchObject({ formula: FORMULA });
    expect(host.world.computed.calls).toMatchObject([
      ['preview', { formula: '', name: '', max_age_ms: 5000, id: null }],
      ['preview', { ...GIVEN, id: ID }],
    ]);
  });

  test.each([
    [{ name: '' }, 'name', 'must not be empty'],
    [{ name: 'Cold\nroom' }, 'name', 'must not contain control characters'],
    [{ name: undefined }, 'name', 'is missing'],
    [{ id: ID }, 'id', 'unknown field'],
    [{ unit: 'x'.repeat(33) }, 'unit', 'at most 32'],
    [{ decimals: 7 }, 'decimals', 'at most 6'],
    [{ decimals: 0.5 }, 'decimals', 'whole number'],
    [{ formula: ' ' }, 'formula', 'must not be empty'],
    [{ formula: '1'.repeat(MAX_FORMULA_LENGTH + 1) }, 'formula', 'at most 4000'],
    [{ max_age_ms: 99 }, 'max_age_ms', '100'],
  ] as const)('%j is refused, naming %s: %s', async (changes, path, words) => {
    host.world.computed.put(ID, STORED);
    const body = JSON.stringify({ ...GIVEN, ...changes });
    for (const answer of [
      await post(host.port, COMPUTED, body),
      await write(host.port, 'PUT', `${COMPUTED}/${ID}`, body),
    ]) {
      expect(answer.status).toBe(400);
      const { message, errors } = messageSchema.parse(answer.json());
      expect(errors?.map((error) => error.path)).toEqual([path]);
      expect(message).toContain(words);
    }
    expect(host.world.computed.calls).toEqual([]);
  });
});

test('sends computed channels to a new reader, and their changes', async () => {
  host.world.computed.put(ID, STORED);
  const client = await openEvents(host.port);
  const changes = () =>
    client.events.map(({ data }) => data as EntityEvent).map(({ kind, key, value }) => [kind, key, value]);
  await client.until(() => changes().length > 0);
  await write(host.port, 'DELETE', `${COMPUTED}/${ID}`);
  await client.until(() => changes().length > 1);
  expect(changes()).toEqual([
    ['computed-channel', ID, ONE],
    ['computed-channel', ID, null],
  ]);
  client.close();
});
