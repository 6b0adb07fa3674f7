/** The retained alarms of devices at a real broker, as an independent witness and a newcomer see them. */
import { expect, test } from 'vitest';
import type { AlarmRule } from '../../service/contract/index.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startProxy } from '../support/mqtt/proxy.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { freshFolder } from '../support/process.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const TOPIC = 'lab/E24638/alarm';
const TEMPERATURE = { family: 'usb', serial: 'E24638', channel: 'temperature' };

async function send(service: RunningService, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${service.url}/app/v1/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response.json();
}

test('follows the alarms over reconnects, restarts, and the instrument going', async () => {
  const broker = await startMosquitto();
  const proxy = await startProxy(broker.port);
  const witness = await subscribe(broker.port, { filter: TOPIC });
  const instrument = await plug();
  const show = (temperature: string): void => instrument.show(['102466', temperature, '66.81']);
  const dataDir = freshFolder();
  /** Waits for a payload after so many messages. */
  const said = (what: string, pattern: RegExp, after = 0): Promise<string> =>
    until(what, () => witness.messages.slice(after).find(({ payload }) => pattern.test(payload))?.payload);
  /** What somebody finds who comes now. */
  const found = async (): Promise<string> => {
    const newcomer = await subscribe(broker.port, { filter: TOPIC });
    const { payload, retain } = await newcomer.wait('what is retained', () => true);
    await newcomer.stop();
    expect(retain).toBe(true);
    return payload;
  };

  const first = await serve([instrument], { dataDir });
  const client = { identifier: 'lab', host: '127.0.0.1', port: proxy.port };
  await send(first, 'POST', 'mqtt/clients', { ...client, reconnect: { min_delay: 50, max_delay: 100 } });
  await said('that there is none', /^\[\]$/);
  // One line comes a second: a busy machine is late with some of them.
  const rule = (await send(first, 'POST', 'alarms/rules', { ...TEMPERATURE, upper: 30, no_data_s: 6 })) as AlarmRule;
  show('31.5');
  const raised = await said('the alarm', /above/);
  expect(raised).toMatch(
    /^\[\{"acknowledged":null,"acknowledged_by":"","acknowledgment_comment":"","channel":"temperature","flapping":false,"kind":"above","limit":30,"magnitude":31\.5,"message":"","severity":"warning","since":"[-\dT:.]+Z","unit":"°C"\}\]$/,
  );
  expect(await found()).toBe(raised);

  // It ends while the broker is out of reach.
  await proxy.refuse();
  proxy.cut();
  show('29');
  await until('its end', async () => {
    const answer = await fetch(`${first.url}/app/v1/alarms`);
    return (await answer.text()).includes('"ended":"');
  });
  expect(await found()).toBe(raised);
  const before = witness.messages.length;
  await proxy.accept();
  await said('that it is over', /^\[\]$/, before);

  // The instrument goes: that nothing comes is an alarm of its own, and the service stops with it.
  await instrument.stop();
  await said('no data', /no-data/, before);
  await send(first, 'POST', 'alarms/acknowledge', {});
  const acknowledged = await said('the acknowledgement', /"acknowledged":"/, before);
  await first.stop();
  expect(await found()).toBe(acknowledged);

  // A broker that lost everything is told again by the next run, without the instrument.
  await broker.restart();
  const late = await subscribe(broker.port, { filter: TOPIC });
  const second = await serve([instrument], { dataDir });
  await late.wait('the alarm that stands', ({ payload }) => payload === acknowledged);
  await send(second, 'DELETE', `alarms/rules/${rule.id}`, {});
  await late.wait('its end', ({ payload }) => payload === '[]');
  await send(second, 'DELETE', 'mqtt/clients/lab', {});
  await late.wait('that the topic is cleared', ({ payload }) => payload === '');
});
