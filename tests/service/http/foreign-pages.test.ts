/** What pages of listed origins may not do, though they may use the service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, messageOf, patch } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

const LISTED = 'https://tools.example:8443';

let host: Host;
let origins = new Set([LISTED]);
beforeAll(async () => {
  host = await startHost({ allowedOrigins: () => origins });
});
afterAll(() => host.stop());

const change = (body: object, headers: Record<string, string>) =>
  patch(host.port, '/app/v1/settings', JSON.stringify(body), headers);

describe('a page of an allowed origin', () => {
  test.each([
    ['port', { port: 4000 }],
    ['allowed_origins', { allowed_origins: [LISTED, 'https://evil.example'] }],
    ['port', { history_raw_days: 7, port: 4000 }],
  ])('may not change %s', async (name, body) => {
    const answer = await change(body, { Origin: LISTED });
    expect(answer.status).toBe(403);
    expect(messageOf(answer)).toContain(`change ${name}`);
    expect(host.world.settings.get()).toMatchObject({ port: 11395, allowed_origins: [], history_raw_days: 90 });
  });

  test.each(['backup', 'log', 'diagnostics'])('may not read %s', async (what) => {
    const read = (headers: Record<string, string>) => ask(host.port, `/app/v1/${what}`, { headers });
    const refused = await read({ Origin: LISTED });
    expect([refused.status, messageOf(refused)]).toEqual([403, expect.stringContaining(LISTED)]);
    expect((await read({})).status).toBe(200);
    expect((await read({ Host: 'localhost:8080', Origin: 'http://localhost:8080' })).status).toBe(200);
  });

  test('may change other settings', async () => {
    expect((await change({ simulate_usb: 3 }, { Origin: LISTED })).status).toBe(200);
    expect(host.world.settings.get().simulate_usb).toBe(3);
  });

  test('has access only while the origin is allowed', async () => {
    const read = async (): Promise<number> =>
      (await ask(host.port, '/app/v1/settings', { headers: { Origin: LISTED } })).status;
    expect(await read()).toBe(200);
    origins = new Set();
    expect(await read()).toBe(403);
    origins = new Set([LISTED]);
    expect(await read()).toBe(200);
  });
});

test.each([
  ['a program', {}],
  ['an own page', { Host: 'localhost:8080', Origin: 'http://localhost:8080' }],
])('%s may change all of them', async (_who, headers: Record<string, string>) => {
  const answer = await change({ port: 4000, allowed_origins: [LISTED] }, headers);
  expect([answer.status, answer.json()]).toEqual([
    200,
    expect.objectContaining({ port: 4000, allowed_origins: [LISTED] }),
  ]);
  await host.world.settings.patch({ port: 11395, allowed_origins: [] });
});
