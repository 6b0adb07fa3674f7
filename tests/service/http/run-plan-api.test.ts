/** The app API of automatic runs, and their events. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EntityEvent, runPlanInputSchema } from '../../../service/contract/index.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { ask, messageOf, post, write } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const PLANS = '/app/v1/run-plans';
const CHANNEL = { family: 'usb', serial: 'E1', channel: 'temperature' };
const GIVEN = { name: 'Oven {n}', channels: [CHANNEL], start: { kind: 'limit', channel: CHANNEL, above: 60 } };
const ID = 'p01b2c3d4';
const ONE = { id: ID, plan: runPlanInputSchema.parse(GIVEN), last_started: null, active_run: null, error: null };

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

test('automatic runs are added with defaults for omitted fields, listed and read', async () => {
  expect((await ask(host.port, PLANS)).text).toBe('{"plans":[]}');
  const added = await post(host.port, PLANS, JSON.stringify(GIVEN));
  expect([added.status, added.headers.location]).toEqual([201, `${PLANS}/${ID}`]);
  expect(added.text).toBe(canonicalJson(ONE));
  expect(added.json()).toMatchObject({
    plan: {
      enabled: true,
      channels: [{ ...CHANNEL, low: null, high: null }],
      start: { above: 60, below: null, hysteresis: 0 },
      stop_after_s: null,
      stop_when_over: false,
    },
  });
  expect((await ask(host.port, added.headers.location ?? '')).text).toBe(added.text);
  expect((await ask(host.port, PLANS)).json()).toEqual({ plans: [ONE] });
});

test('automatic runs are replaced, deleted and restored, and each change is an event', async () => {
  host.world.runPlans.put(ONE);
  const client = await openEvents(host.port);
  await client.until(() => client.events.length === 1);
  const path = `${PLANS}/${ID}`;
  const changed = await write(host.port, 'PUT', path, JSON.stringify({ ...GIVEN, enabled: false }));
  expect(changed.json()).toMatchObject({ id: ID, plan: { enabled: false } });
  expect((await write(host.port, 'DELETE', path)).text).toBe('{}');
  expect((await ask(host.port, path)).status).toBe(404);
  expect((await post(host.port, `${path}/restore`)).text).toBe(changed.text);
  const again = await post(host.port, `${path}/restore`);
  expect([again.status, messageOf(again)]).toEqual([404, `No automatic run with ID ${ID} was recently deleted.`]);
  const plans = (): unknown[] => client.events.map(({ data }) => (data as EntityEvent).value);
  await client.until(() => plans().length === 4);
  client.close();
  expect(plans()).toEqual([ONE, changed.json(), null, changed.json()]);
});

test('a request starts a run, and another is refused while it is active', async () => {
  host.world.runPlans.put(ONE);
  const started = await post(host.port, `${PLANS}/${ID}/start`);
  expect([started.status, started.headers.location]).toEqual([201, '/app/v1/runs/1']);
  expect(started.json()).toMatchObject({ id: 1, plan: ID, to: null });
  const again = await post(host.port, `${PLANS}/${ID}/start`);
  expect([again.status, messageOf(again)]).toEqual([409, 'The run "Oven {n}" is active. Stop it first.']);
  expect((await post(host.port, `${PLANS}/p00000000/start`)).status).toBe(404);
  expect((await ask(host.port, `${PLANS}/${ID}`)).json()).toMatchObject({ active_run: 1 });
});

test('an invalid plan is refused, with its fields, and an unknown one before that', async () => {
  const refused = await post(
    host.port,
    PLANS,
    JSON.stringify({ ...GIVEN, start: { kind: 'limit', channel: CHANNEL } }),
  );
  expect([refused.status, messageOf(refused)]).toEqual([400, 'start.above: set either above or below.']);
  expect((await write(host.port, 'PUT', `${PLANS}/${ID}`, '{}')).status).toBe(404);
  expect(host.world.runPlans.calls).toEqual([]);
});
