/** How a host comes to a device: the import, byte by byte. */
import { expect, test } from 'vitest';
import { connectTo, plug, startServer } from './support/rig.ts';

const ascii = (text: string, bytes: number): string =>
  Buffer.from(text)
    .toString('hex')
    .padEnd(bytes * 2, '0');

test('an import answers with bus id, numbers, full speed and what the device is', async () => {
  const { imported } = await plug({ product: 'rtd300', serial: 'E22377' });
  expect(imported).toBe(
    [
      // Version 1.1.1, reply to import, accepted.
      '0111 0003 00000000',
      ascii('/virtual/1-1', 256),
      ascii('1-1', 32),
      // Bus 1, device 1, speed 2.
      '00000001 00000001 00000002',
      // Vendor, product, release 2.4; vendor class; not configured, one configuration, one interface.
      '289b 0504 0204 ff 00 00 00 01 01',
    ]
      .join('')
      .replaceAll(' ', ''),
  );
});

test('a serial instrument is a communications device with two interfaces', async () => {
  const { imported } = await plug({ product: 'pth450-vcp', serial: 'E24638' });
  expect(imported.slice(-24)).toBe('289b05050312020000000102');
});

test('an unknown bus id, and a device that another host has, are refused', async () => {
  const { server, busId } = await plug({ product: 'pth450', serial: 'A' });
  const unknown = await connectTo(server);
  expect(await unknown.import('1-99')).toBe('0111000300000001');
  const second = await connectTo(server);
  expect(await second.import(busId)).toBe('0111000300000001');
});

test('an import may come in pieces, with the first transfer behind it', async () => {
  const { server, device } = await plug({ product: 'pth450', serial: 'A' });
  const other = server.plug(device);
  const client = await connectTo(server);
  client.send('01118003 000000');
  client.send(`00 ${ascii(other.busId, 32)} ${SUBMIT_CHANNEL_COUNT}`);
  await client.raw(320);
  expect(await client.raw(51)).toBe(
    `${['00000003', '00000001', '00000000', '00000000', '00000000', '00000000', '00000003'].join('')}${[
      '00000000',
      'ffffffff',
      '00000000',
      '0000000000000000',
      '020301',
    ].join('')}`,
  );
});

/** CMD_SUBMIT 1 to device 1-1, in, endpoint 0, 32 bytes: C0 02, value 0, index 0, length 32. */
const SUBMIT_CHANNEL_COUNT =
  '00000001 00000001 00010001 00000001 00000000 00000000 00000020 00000000 ffffffff 00000000 c002000000002000';

test.each([
  ['another version', `0106 8003 00000000 ${ascii('1-1', 32)}`],
  ['another operation', `0111 8005 00000000 ${ascii('1-1', 32)}`],
])('%s ends the connection, and the server goes on', async (_, bytes) => {
  const server = await startServer();
  const complaints: string[] = [];
  server.onError = ({ message }) => complaints.push(message);
  const client = await connectTo(server);
  client.send(bytes);
  await expect(client.closed).resolves.toBeUndefined();
  expect(complaints).toHaveLength(1);
  const next = await connectTo(server);
  expect(await next.import('1-1')).toBe('0111000300000001');
});

test.each([
  ['an unknown command', '00000009'.padEnd(96, '0')],
  ['a transfer without measure', `${'00000001'.padEnd(48, '0')}7fffffff${'0'.repeat(40)}`],
])('%s after the import ends the connection', async (_, bytes) => {
  const { client, server } = await plug({ product: 'pth450', serial: 'A' });
  server.onError = () => {};
  client.send(bytes);
  await expect(client.closed).resolves.toBeUndefined();
});

test('pulling the cable breaks the connection, and the device is not to be had any more', async () => {
  const { client, server, busId } = await plug({ product: 'pth450', serial: 'A' });
  server.unplug(busId);
  await client.closed;
  const next = await connectTo(server);
  expect(await next.import(busId)).toBe('0111000300000001');
});

test('stop ends every connection, and may be called twice', async () => {
  const { client, server } = await plug({ product: 'pth450', serial: 'A' });
  const idle = await connectTo(server);
  await server.stop();
  await server.stop();
  await expect(Promise.all([client.closed, idle.closed])).resolves.toBeDefined();
});
