/** Gateways in the status of the service, and as figures for Prometheus. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appStatusSchema, type GatewayConfig } from '../../../service/contract/index.ts';
import { ask } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

const config = (name: string): GatewayConfig => ({
  kind: 'mqtt',
  name,
  enabled: true,
  client: 'lab',
  prefix: name,
});

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

async function counts(): Promise<[gateways: number, online: number]> {
  const status = appStatusSchema.parse((await ask(host.port, '/app/v1/status')).json());
  return [status.gateways, status.gateways_online];
}

async function samples(): Promise<string[]> {
  const { text } = await ask(host.port, '/metrics');
  return text.split('\n').filter((line) => line.startsWith('mensura_gateway'));
}

test('the status counts configured and connected gateways', async () => {
  expect(await counts()).toEqual([0, 0]);
  const { id: a } = await host.world.gateways.create(config('a'));
  const { id: b } = await host.world.gateways.create(config('b'));
  host.world.gateways.fare(a, { state: 'online' });
  host.world.gateways.fare(b, { state: 'failed' });
  expect(await counts()).toEqual([2, 1]);
  await host.world.gateways.remove(a);
  expect(await counts()).toEqual([1, 0]);
});

test('the metrics have each gateway by name', async () => {
  const { id: a } = await host.world.gateways.create(config('a'));
  await host.world.gateways.create(config('Hall "2"'));
  host.world.gateways.fare(a, { state: 'online', instruments: 5, received: 12, refused: 3 });
  expect(await samples()).toEqual([
    'mensura_gateways{state="idle"} 0',
    'mensura_gateways{state="connecting"} 1',
    'mensura_gateways{state="online"} 1',
    'mensura_gateways{state="waiting"} 0',
    'mensura_gateways{state="failed"} 0',
    'mensura_gateway_online{gateway="a"} 1',
    'mensura_gateway_online{gateway="Hall \\"2\\""} 0',
    'mensura_gateway_instruments{gateway="a"} 5',
    'mensura_gateway_instruments{gateway="Hall \\"2\\""} 0',
    'mensura_gateway_received_total{gateway="a"} 12',
    'mensura_gateway_received_total{gateway="Hall \\"2\\""} 0',
    'mensura_gateway_refused_total{gateway="a"} 3',
    'mensura_gateway_refused_total{gateway="Hall \\"2\\""} 0',
  ]);
  const { text } = await ask(host.port, '/metrics');
  for (const [name, type] of [
    ['gateways', 'gauge'],
    ['gateway_online', 'gauge'],
    ['gateway_instruments', 'gauge'],
    ['gateway_received_total', 'counter'],
    ['gateway_refused_total', 'counter'],
  ]) {
    expect(text).toMatch(new RegExp(`# HELP mensura_${name} .+\n# TYPE mensura_${name} ${type}\n`));
  }
});
