import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findAddress } from '../../../service/cli/client/api.ts';
import { InstanceFile } from '../../../service/settings/instance-file.ts';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

test('waits for a service that is busy for a few seconds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-address-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const instance = new InstanceFile(folder);
  const server = createServer((request, response) => {
    const challenge = new URL(request.url ?? '', 'http://x').searchParams.get('challenge') ?? '';
    const answer = (): void => void response.end(JSON.stringify({ proof: instance.prove(challenge, portOf(server)) }));
    // Longer than the wait of a starting Mensura.
    setTimeout(answer, 3000);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  await instance.publish(url);
  expect(await findAddress({ dataDir: folder }, {})).toMatchObject({ url, trusted: true });
});
