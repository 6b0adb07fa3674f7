/** Notifications of a service that is killed at any time. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { AlarmRule, DestinationView } from '../../service/contract/index.ts';
import { freshFolder, launch, type ServiceProcess } from '../support/process.ts';
import { Random } from '../support/random.ts';
import { until } from '../support/until.ts';

const KILLS = 6;
const RULES = 3;

/** Starts and kills: a bound, not an expectation. */
const PATIENCE_MS = 300_000;

/** Another one each time; the failure names it. */
const seed = 1 + Math.floor(Math.random() * 1e8);

interface Received {
  id: string;
  alarms: { event: string; rule: string }[];
}

/** Acknowledges after up to 300 ms, so that kills hit requests in flight. */
async function startReceiver(random: () => number): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as Received);
      setTimeout(() => response.end(), random() * 300);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

test(
  'each alarm is notified once, whenever the service is killed',
  async () => {
    const generator = new Random(seed);
    const random = (): number => generator.next();
    const receiver = await startReceiver(random);
    const dataDir = freshFolder();
    let service: ServiceProcess;
    let url = '';
    const start = async (): Promise<void> => {
      service = launch(['--data-dir', dataDir, '--port', '0', '--simulate=1', '--simulate-publish']);
      url = await service.ready();
    };
    const post = async <Answer>(path: string, body: unknown): Promise<Answer> => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await answer.text();
      expect(answer.ok, text).toBe(true);
      return JSON.parse(text) as Answer;
    };
    const firstSerial = (): Promise<string> =>
      until('a device', async () => {
        const { devices } = (await (await fetch(`${url}/app/v1/devices`)).json()) as { devices: { serial: string }[] };
        return devices[0]?.serial;
      });
    await start();
    const serial = await firstSerial();
    await post<DestinationView>('/app/v1/destinations', { kind: 'webhook', name: 'Line', url: receiver.url });
    const rules: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (let index = 0; index < RULES; index += 1) {
        // No two rules may be the same; every reading is above.
        const rule = { family: 'usb', serial, channel: 'temperature', upper: -200 - rules.length };
        rules.push((await post<AlarmRule>('/app/v1/alarms/rules', rule)).id);
      }
      await delay(random() * 2500);
      service!.child.kill('SIGKILL');
      await service!.exit;
      await start();
    }
    const messagesOf = (rule: string): Set<string> =>
      new Set(
        receiver.received
          .filter(({ alarms }) => alarms.some((alarm) => alarm.rule === rule && alarm.event === 'raised'))
          .map(({ id }) => id),
      );
    await until('every rule', () => rules.every((rule) => messagesOf(rule).size > 0), 90_000);
    const counts = rules.map((rule) => messagesOf(rule).size);
    expect(counts, `seed ${seed}: ${JSON.stringify(receiver.received)}`).toEqual(rules.map(() => 1));
  },
  PATIENCE_MS,
);
