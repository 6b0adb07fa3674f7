/** What was found on the local network, on the form of a new gateway. */
import { describe, expect, test } from 'vitest';
import type { GatewayOffer } from '../../service/contract/index.ts';
import { clientView } from '../support/views/clients.ts';
import { gatewayView, remoteConfig } from '../support/views/gateways.ts';
import { axeViolations } from './support/axe.ts';
import { sticksOut } from './support/entry-page.ts';
import { gatewaysRig } from './support/gateways-page.ts';

const rig = gatewaysRig();

const HALL: GatewayOffer = {
  installation: 'MS0000000002',
  host: 'Broker.example',
  port: 8883,
  ssl: true,
  transport: 'tcp',
  path: '',
  prefix: 'fleet/hall-2',
};
const ROOF: GatewayOffer = { ...HALL, host: 'fe80::1', port: 1883, ssl: false, prefix: 'fleet/roof' };

function find(...offers: GatewayOffer[]): void {
  rig.service.gateways.offers = { enabled: true, offers };
}

const CLIENT = 'Broker (from MQTT client)';

describe('found on this network', () => {
  test('switched off: a line says how to switch it on', async () => {
    const { main } = await rig.open('/+new/mqtt');
    await main.getByText('turn on discovery in the settings of both computers').waitFor();
    expect(await main.getByText('Found on this network').count()).toBe(0);
    // It is about other Mensuras alone.
    await main.getByRole('radio', { name: /^SensGate/ }).check();
    await main.getByText('turn on discovery').waitFor({ state: 'detached' });
  });

  test('one that is used fills in the prefix, and the MQTT client with that host and port', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'roof', host: 'roof.example', port: 8883 }));
    rig.service.mqtt.put(clientView({ identifier: 'plain', host: 'broker.example', port: 1883 }));
    rig.service.mqtt.put(clientView({ identifier: 'plant', host: 'broker.example', port: 8883, ssl: true }));
    find(HALL, ROOF);
    const { main, field, save, row } = await rig.open('/+new/mqtt');
    const list = main.getByRole('region', { name: 'Found on this network' });
    await list.getByText('fleet/hall-2 at Broker.example:8883 (TLS)').waitFor();
    await list.getByText('fleet/roof at [fe80::1]:1883').waitFor();
    await field('Name').fill('Hall 2');
    await list.getByRole('button', { name: 'Use fleet/hall-2 at Broker.example:8883' }).click();
    await expect.poll(() => field('Topic prefix').inputValue()).toBe('fleet/hall-2');
    await expect.poll(() => main.getByLabel(CLIENT).inputValue()).toBe('plant');
    expect(await main.getByText(/^Add an MQTT client for/).count()).toBe(0);
    await save.click();
    await row(/Hall 2/).waitFor();
    expect(rig.service.gateways.bodies('POST', 'gateways')).toEqual([
      { ...remoteConfig('Hall 2', 'plant', 'fleet/hall-2'), enabled: true },
    ]);
    // What is stored shows no list.
    await list.waitFor({ state: 'detached' });
  });

  test('without a client for that broker, it says so, chooses none, and leads to adding one', async () => {
    rig.service.mqtt.put(clientView({ identifier: 'other', host: 'other.example', port: 8883 }));
    find(HALL);
    const { page, main, field } = await rig.open('');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'MQTT' }).click();
    await page.getByRole('option', { name: /other/ }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Gateways' }).click();
    await main.getByRole('link', { name: 'Add remote Mensura' }).click();
    // The only client there is was chosen; it leads elsewhere.
    expect(await main.getByLabel(CLIENT).inputValue()).toBe('other');
    await main.getByRole('button', { name: /^Use fleet/ }).click();
    await main.getByText('Add an MQTT client for Broker.example:8883 first').waitFor();
    expect(await field('Topic prefix').inputValue()).toBe('fleet/hall-2');
    expect(await main.getByLabel(CLIENT).inputValue()).toBe('');
    // Another prefix is another matter.
    await field('Topic prefix').fill('fleet/+');
    await main.getByText(/^Add an MQTT client for/).waitFor({ state: 'detached' });
    await field('Topic prefix').fill('fleet/hall-2');
    await expect
      .poll(() => main.getByRole('link', { name: 'Add MQTT client', exact: true }).getAttribute('href'))
      .toBe('#/mqtt/+new');
    rig.service.mqtt.put(clientView({ identifier: 'plant', host: 'broker.example', port: 8883 }));
    await main.getByText(/^Add an MQTT client for/).waitFor({ state: 'detached' });
    await expect.poll(() => main.getByLabel(CLIENT).inputValue()).toBe('plant');
    expect(await page.getByText('No MQTT clients').count()).toBe(0);
  });

  test('follows those that come and go', async () => {
    find();
    const { main } = await rig.open('/+new/mqtt');
    expect(await main.getByText('Found on this network').count()).toBe(0);
    find(ROOF);
    await main.getByText('fleet/roof at [fe80::1]:1883').waitFor();
    find();
    await main.getByText('Found on this network').waitFor({ state: 'detached' });
  });

  test('whatever it is called, it is text, and sticks out of nothing', async () => {
    const prefix = `<img src=x onerror="document.title='x'">${'W'.repeat(200)}`;
    find(
      { ...HALL, prefix, host: 'h'.repeat(255) },
      ...Array.from({ length: 199 }, (_, n) => ({ ...HALL, prefix: `f/${n}` })),
    );
    const { page, main } = await rig.open('/+new/mqtt');
    await main.getByText(prefix).waitFor();
    expect(await main.locator('img').count()).toBe(0);
    expect(await sticksOut(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await main.getByRole('button', { name: 'Use f/198 at Broker.example:8883' }).click();
    await expect
      .poll(() => main.getByRole('textbox', { name: 'Topic prefix', exact: true }).inputValue())
      .toBe('f/198');
  });

  test('a gateway that is stored is not asked about', async () => {
    find(HALL);
    rig.service.gateways.put(gatewayView({ id: 'fleet', config: remoteConfig('Fleet', 'plant', 'fleet/+') }));
    const { field } = await rig.open('/fleet');
    await field('Topic prefix').waitFor();
    expect(rig.service.gateways.bodies('GET', 'gateways/offers')).toEqual([]);
  });
});
