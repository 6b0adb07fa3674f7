/** The virtual serial port: class requests, and lines both ways. */
import { expect, test } from 'vitest';
import { type Plugged, plug } from './support/rig.ts';

const DATA_IN = 2;
const DATA_OUT = 2;
const NOTIFY = 1;

/** SET_CONTROL_LINE_STATE: DTR and RTS on. */
const OPEN = '21 22 0300 0000 0000';
const CLOSE = '21 22 0000 0000 0000';

/** Reads until the text is there. */
async function readUntil({ client }: Plugged, wanted: string): Promise<string> {
  let text = '';
  while (!text.includes(wanted)) {
    const { data } = await client.reply(client.bulkIn(DATA_IN, 64));
    expect(data.length).toBeLessThanOrEqual(128);
    text += Buffer.from(data, 'hex').toString('latin1');
  }
  return text;
}

async function open(): Promise<Plugged> {
  const plugged = await plug({ product: 'pth450-vcp', serial: 'E24638' });
  await plugged.client.reply(plugged.client.controlOut(OPEN));
  return plugged;
}

test('INFO is answered with the header line, and lines come by themselves', async () => {
  const plugged = await open();
  const { client } = plugged;
  expect(await client.reply(client.bulkOut(DATA_OUT, 'INFO\r\nPOLL 100\r\n'))).toMatchObject({ status: 0, actual: 16 });
  expect(await readUntil(plugged, '\r\n')).toContain(
    'I,Product ID,Serial Number,Message,MS5611 Pressure,Pa,SHT31 Temperature,C,SHT31 Relative Humidity,%,*bbdd\r\n',
  );
  const lines = await readUntil(plugged, 'D,VCP-PTH450-CAL,E24638,,100009,Pa,25.0000,C,50.0008,%,*');
  expect(lines).not.toContain('ERROR');
});

test('the line coding is kept, a break is taken, other class requests are refused', async () => {
  const { client } = await open();
  const coding = async (): Promise<string> => (await client.reply(client.control('a1 21 0000 0000 0700'))).data;
  expect(await coding()).toBe('80250000000008');
  // 115200 baud.
  expect(await client.reply(client.controlOut('21 20 0000 0000 0700', '00c20100000008'))).toMatchObject({
    status: 0,
    actual: 7,
  });
  expect(await coding()).toBe('00c20100000008');
  expect(await client.reply(client.controlOut('21 20 0000 0000 0200', '0001'))).toMatchObject({ status: -32 });
  expect(await client.reply(client.controlOut('21 23 0000 0000 0000'))).toMatchObject({ status: 0 });
  expect(await client.reply(client.controlOut('21 02 0000 0000 0000'))).toMatchObject({ status: -32 });
});

test('what comes while no program has the port open is lost', async () => {
  const plugged = await open();
  const { client } = plugged;
  await client.reply(client.bulkOut(DATA_OUT, 'POLL 0\r\n'));
  await readUntil(plugged, 'Poll interval set to 0 ms');
  await client.reply(client.controlOut(CLOSE));
  await client.reply(client.bulkOut(DATA_OUT, 'INFO\r\n'));
  await client.reply(client.controlOut(OPEN));
  await client.reply(client.bulkOut(DATA_OUT, 'FRAC 2\r\n'));
  expect(await readUntil(plugged, 'Printing 2')).not.toContain('Product ID');
});

test('what nobody reads is not kept beyond 64 KiB', async () => {
  const { client } = await open();
  // Each answer has more than 100 bytes: a thousand of them are more than is kept.
  for (let asked = 0; asked < 10; asked += 1) await client.reply(client.bulkOut(DATA_OUT, 'INFO\r\n'.repeat(100)));
  const first = await client.reply(client.bulkIn(DATA_IN, 1 << 20));
  expect(first.actual).toBeGreaterThan(60_000);
  expect(first.actual).toBeLessThanOrEqual(65_536);
  expect(Buffer.from(first.data, 'hex').toString('latin1')).toMatch(/^I,Product ID,/);
});

test('reads and notifications wait until they are taken back', async () => {
  const { client } = await plug({ product: 'pth450-vcp', serial: 'A' });
  for (const endpoint of [DATA_IN, NOTIFY]) {
    const read = client.bulkIn(endpoint, 64);
    expect(await client.reply(client.unlink(read))).toMatchObject({ command: 4, status: -104 });
    expect(client.has(read)).toBe(false);
  }
  expect(await client.reply(client.bulkIn(5, 64))).toMatchObject({ status: -32 });
});

test('a read that was taken back gets nothing: the next one does', async () => {
  const plugged = await open();
  const { client } = plugged;
  const first = client.bulkIn(DATA_IN, 64);
  await client.reply(client.unlink(first));
  await client.reply(client.bulkOut(DATA_OUT, 'INFO\r\n'));
  expect(await readUntil(plugged, 'Product ID')).toContain('I,Product ID');
  expect(client.has(first)).toBe(false);
});
