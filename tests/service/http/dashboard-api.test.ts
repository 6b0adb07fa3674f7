/** The app API of dashboards, and their events. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type DashboardInput,
  dashboardInputSchema,
  dashboardSchema,
  type EntityEvent,
  MAX_TILES,
  messageSchema,
} from '../../../service/contract/index.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { ask, messageOf, post, write } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const DASHBOARDS = '/app/v1/dashboards';
const TILE = { id: 't1', kind: 'chart', x: 0, y: 0, w: 6, h: 4, channels: ['usb/E24638/temperature'] };
const GAUGE = { id: 't1', kind: 'gauge', x: 0, y: 0, w: 3, h: 3, channel: 'usb/E24638/temperature' };
const GIVEN = { name: 'Cold room', tiles: [TILE] };
const STORED: DashboardInput = dashboardInputSchema.parse(GIVEN);
const ONE = { id: 'd01b2c3d4', dashboard: STORED };

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

describe('dashboards', () => {
  test('are added with defaults for omitted fields, listed and read', async () => {
    expect((await ask(host.port, DASHBOARDS)).text).toBe('{"dashboards":[]}');
    const added = await post(host.port, DASHBOARDS, JSON.stringify(GIVEN));
    expect([added.status, added.headers.location]).toEqual([201, `${DASHBOARDS}/d01b2c3d4`]);
    expect(added.headers['cache-control']).toBe('no-store');
    expect(added.text).toBe(canonicalJson(ONE));
    expect(added.json()).toMatchObject({ dashboard: { tiles: [{ title: '', span_ms: 600_000 }] } });
    expect((await ask(host.port, added.headers.location ?? '')).text).toBe(added.text);
    expect((await ask(host.port, DASHBOARDS)).json()).toEqual({ dashboards: [ONE] });
  });

  test('keep how the charts of a tile are arranged', async () => {
    const [a, b] = ['usb/E24638/temperature', 'usb/E24638/humidity'];
    const axis = { id: '°C #2', min: -5, max: 40 };
    const arrangement = {
      panels: [
        { left: [a], right: [b] },
        { left: [b], height: 60 },
      ],
      hidden: [b],
      axes: [axis],
    };
    const added = await post(host.port, DASHBOARDS, JSON.stringify({ ...GIVEN, tiles: [{ ...TILE, arrangement }] }));
    expect(added.status).toBe(201);
    expect(dashboardSchema.parse(added.json()).dashboard.tiles).toMatchObject([
      {
        arrangement: {
          panels: [
            { left: [a], right: [b], height: null },
            { left: [b], right: [], height: 60 },
          ],
          hidden: [b],
          axes: [{ ...axis, least_span: null, logarithmic: false }],
        },
      },
    ]);
  });

  test('may be larger than other bodies', async () => {
    const text = (index: number) => ({ id: `t${index}`, kind: 'text', x: 0, y: 0, w: 1, h: 1, text: '€'.repeat(4000) });
    const large = { name: 'Large', tiles: Array.from({ length: MAX_TILES }, (_, index) => text(index)) };
    expect((await post(host.port, DASHBOARDS, JSON.stringify(large))).status).toBe(201);
  });

  test('are imported from the exported field', async () => {
    host.world.dashboards.put(ONE);
    const exported = dashboardSchema.parse((await ask(host.port, `${DASHBOARDS}/${ONE.id}`)).json()).dashboard;
    const imported = await post(host.port, DASHBOARDS, JSON.stringify(exported));
    expect(imported.status).toBe(201);
    expect(dashboardSchema.parse(imported.json()).dashboard).toEqual(exported);
  });

  test('are replaced and deleted', async () => {
    host.world.dashboards.put(ONE);
    const path = `${DASHBOARDS}/${ONE.id}`;
    const changed = await write(host.port, 'PUT', path, '{"name":"Roof"}');
    expect([changed.status, changed.json()]).toEqual([200, { id: ONE.id, dashboard: { name: 'Roof', tiles: [] } }]);
    const deleted = await write(host.port, 'DELETE', path);
    expect([deleted.status, deleted.text]).toEqual([200, '{}']);
    expect((await ask(host.port, path)).status).toBe(404);
  });

  test('respond 404 before an invalid body', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await write(
        host.port,
        method,
        `${DASHBOARDS}/d00000000`,
        method === 'PUT' ? '{"x":1}' : undefined,
      );
      expect([method, answer.status, messageOf(answer)]).toEqual([method, 404, 'No dashboard with ID d00000000.']);
    }
  });

  const tiles = (changes: Record<string, unknown>) => ({ tiles: [{ ...TILE, ...changes }] });
  const arranged = (arrangement: Record<string, unknown>) => tiles({ arrangement });
  const axis = (changes: Record<string, unknown>) => arranged({ axes: [{ id: '°C', ...changes }] });
  const many = Array.from({ length: MAX_TILES + 1 }, (_, index) => ({ ...TILE, id: `t${index}` }));

  test.each([
    [{ name: '' }, 'name', 'must not be empty'],
    [{ name: 'x'.repeat(81) }, 'name', 'at most 80'],
    [{ name: ' ' }, 'name', 'must not be empty'],
    [{ name: 'Cold\nroom' }, 'name', 'must not contain control characters'],
    [{ name: undefined }, 'name', 'is missing'],
    [{ id: 'd01b2c3d4' }, 'id', 'unknown field'],
    [{ tiles: {} }, 'tiles', 'must be an array'],
    [{ tiles: many }, 'tiles', 'at most 60 tiles'],
    [{ tiles: [TILE, TILE] }, 'tiles', 'must not use an ID twice'],
    [tiles({ x: 7 }), 'tiles', 'must not exceed 12 columns'],
    [tiles({ kind: 'clock' }), 'tiles.0.kind', 'must be "value", "gauge", "chart"'],
    [tiles({ title: 'a\u009b' }), 'tiles.0.title', 'must not contain control characters'],
    [{ tiles: [{ ...GAUGE, min: 5, max: 5 }] }, 'tiles.0.max', 'must be above min'],
    [tiles({ h: 0 }), 'tiles.0.h', 'at least 1'],
    [tiles({ channels: ['temperature'] }), 'tiles.0.channels.0', 'must be family/serial/channel'],
    [tiles({ span_ms: 1 }), 'tiles.0.span_ms', '10000'],
    [tiles({ text: 'x' }), 'tiles.0.text', 'unknown field'],
    [arranged({ panels: [{ left: [] }] }), 'tiles.0.arrangement.panels.0.left', 'must list a channel'],
    [
      arranged({ panels: [{ left: ['usb/E1/x'], height: 1201 }] }),
      'tiles.0.arrangement.panels.0.height',
      'at most 1200',
    ],
    [arranged({ hidden: ['x'] }), 'tiles.0.arrangement.hidden.0', 'must be family/serial/channel'],
    [arranged({ axes: [{ id: '' }, { id: '' }] }), 'tiles.0.arrangement.axes', 'must not list an axis twice'],
    [axis({ min: 1 }), 'tiles.0.arrangement.axes.0.max', 'must be null if min is null'],
    [axis({ min: 1, max: 1 }), 'tiles.0.arrangement.axes.0.max', 'must be above min'],
    [axis({ least_span: 0 }), 'tiles.0.arrangement.axes.0.least_span', 'above 0'],
  ] as const)('%j is refused, naming %s: %s', async (changes, path, words) => {
    host.world.dashboards.put(ONE);
    const body = JSON.stringify({ ...GIVEN, ...changes });
    for (const answer of [
      await post(host.port, DASHBOARDS, body),
      await write(host.port, 'PUT', `${DASHBOARDS}/${ONE.id}`, body),
    ]) {
      expect(answer.status).toBe(400);
      const { message, errors } = messageSchema.parse(answer.json());
      expect(errors?.map((error) => error.path)).toEqual([path]);
      expect(message).toContain(`${path}: `);
      expect(message).toContain(words);
    }
    expect(host.world.dashboards.calls).toEqual([]);
  });
});

test('sends dashboards to a new reader, and their changes', async () => {
  host.world.dashboards.put(ONE);
  const client = await openEvents(host.port);
  const changes = () =>
    client.events.map(({ data }) => data as EntityEvent).map(({ kind, key, value }) => [kind, key, value]);
  await client.until(() => changes().length > 0);
  await write(host.port, 'DELETE', `${DASHBOARDS}/${ONE.id}`);
  await client.until(() => changes().length > 1);
  expect(changes()).toEqual([
    ['dashboard', ONE.id, ONE],
    ['dashboard', ONE.id, null],
  ]);
  client.close();
});
