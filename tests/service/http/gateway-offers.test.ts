/** What other Mensuras on the local network offer, in the app API. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GatewayOffers, gatewayOffersSchema } from '../../../service/contract/index.ts';
import { ask, post } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

const OFFERS = '/app/v1/gateways/offers';

let host: Host;
beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

test('reports that discovery is off', async () => {
  const answer = await ask(host.port, OFFERS);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('{"enabled":false,"offers":[]}');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('returns the current offers while discovery is on', async () => {
  const offer = {
    installation: 'MS0000000002',
    host: 'broker.example',
    port: 8883,
    ssl: true,
    transport: 'websocket' as const,
    path: '/ws',
    prefix: 'fleet/hall-2',
  };
  host.world.gateways.offers = { enabled: true, offers: [offer] };
  const answer = await ask(host.port, OFFERS);
  expect(answer.text).toBe(
    '{"enabled":true,"offers":[{"host":"broker.example","installation":"MS0000000002","path":"/ws","port":8883,"prefix":"fleet/hall-2","ssl":true,"transport":"websocket"}]}',
  );
  expect(gatewayOffersSchema.parse(answer.json())).toEqual<GatewayOffers>(host.world.gateways.offers);
  host.world.gateways.offers = { enabled: true, offers: [] };
  expect((await ask(host.port, OFFERS)).text).toBe('{"enabled":true,"offers":[]}');
});

test('refuses writes, and is not read as a gateway ID', async () => {
  expect((await post(host.port, OFFERS, '{}')).status).toBe(405);
  expect(host.world.gateways.calls).toEqual([]);
});
