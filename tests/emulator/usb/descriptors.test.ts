/** What a device says of itself, against bytes written by hand from USB 2.0 and the communications class. */
import { expect, test } from 'vitest';
import { type Plugged, plug } from './support/rig.ts';

const OK = { command: 3, status: 0 };
const STALLED = { command: 3, status: -32, actual: 0, data: '' };

/** GET_DESCRIPTOR: type and index, language, length. */
async function descriptor({ client }: Plugged, type: string, language = '0000', length = 'ff00'): Promise<unknown> {
  const [kind = '', index = '00'] = type.split(' ');
  return await client.reply(client.control(`80 06 ${index}${kind} ${language} ${length}`));
}

function hex(text: string): { command: number; status: number; actual: number; data: string } {
  const data = text.replaceAll(' ', '');
  return { ...OK, actual: data.length / 2, data };
}

test('a device in USB mode', async () => {
  const plugged = await plug({ product: 'rtd300', serial: 'E22377' });
  // 18 bytes; USB 1.1; vendor class; 8 bytes a packet; 289B:0504, 2.4; three strings; one configuration.
  const device = '12 01 1001 ff 00 00 08 9b28 0405 0402 01 02 03 01';
  expect(await descriptor(plugged, '01')).toEqual(hex(device));
  // The kernel's first look takes 8 bytes.
  expect(await descriptor(plugged, '01', '0000', '0800')).toEqual(hex('12 01 1001 ff 00 00 08'));
  // 18 bytes in all; one interface; configuration 1; from the bus, 100 mA; vendor class without endpoints.
  expect(await descriptor(plugged, '02')).toEqual(hex('09 02 1200 01 01 00 80 32 09 04 00 00 00 ff 00 00 00'));
  expect(await descriptor(plugged, '03 00')).toEqual(hex('04 03 0904'));
  // 24 characters of two bytes each: Dracal, technologies, inc.
  const maker = '44 72 61 63 61 6c 20 74 65 63 68 6e 6f 6c 6f 67 69 65 73 20 69 6e 63 2e'.replaceAll(' ', '00');
  expect(await descriptor(plugged, '03 01', '0904')).toEqual(hex(`32 03 ${maker}00`));
  // E22377
  expect(await descriptor(plugged, '03 03', '0904')).toEqual(hex('0e 03 4500 3200 3200 3300 3700 3700'));
  // No fourth string, no device qualifier, no second configuration, no binary object store.
  for (const missing of ['03 04', '06', '02 01', '0f']) expect(await descriptor(plugged, missing)).toEqual(STALLED);
});

test('a device in VCP mode', async () => {
  const plugged = await plug({ product: 'pth450-vcp', serial: 'E24638' });
  expect(await descriptor(plugged, '01')).toEqual(hex('12 01 0002 02 00 00 40 9b28 0505 1203 01 02 03 01'));
  expect(await descriptor(plugged, '02')).toEqual(
    hex(
      [
        '09 02 4300 02 01 00 80 32',
        // Communications, abstract control; header 1.10, call management, abilities 6, union; interrupt in.
        '09 04 00 00 01 02 02 00 00',
        '05 24 00 1001',
        '05 24 01 00 01',
        '04 24 02 06',
        '05 24 06 00 01',
        '07 05 81 03 0800 10',
        // Data; bulk out, bulk in.
        '09 04 01 00 02 0a 00 00 00',
        '07 05 02 02 4000 00',
        '07 05 82 02 4000 00',
      ].join(' '),
    ),
  );
});

test('a device without a serial number, and with other ids', async () => {
  const plugged = await plug({ product: 'pth450', serial: '', vendorId: 0x1781, productId: 0x0a98 });
  expect(await descriptor(plugged, '01')).toEqual(hex('12 01 1001 ff 00 00 08 8117 980a 1203 01 02 00 01'));
  expect(await descriptor(plugged, '03 03', '0904')).toEqual(STALLED);
});

test('standard requests: configuration, status, interface', async () => {
  const { client } = await plug({ product: 'pth450', serial: 'A' });
  const get = async (setup: string): Promise<string> => (await client.reply(client.control(setup))).data;
  const set = async (setup: string): Promise<number> => (await client.reply(client.controlOut(setup))).status;
  expect(await get('80 08 0000 0000 0100')).toBe('00');
  expect(await set('00 09 0100 0000 0000')).toBe(0);
  expect(await get('80 08 0000 0000 0100')).toBe('01');
  expect(await set('00 09 0200 0000 0000')).toBe(-32);
  expect(await get('80 08 0000 0000 0100')).toBe('01');
  expect(await get('80 00 0000 0000 0200')).toBe('0000');
  expect(await get('81 0a 0000 0000 0100')).toBe('00');
  expect(await set('01 0b 0000 0000 0000')).toBe(0);
  expect(await set('01 0b 0100 0000 0000')).toBe(-32);
  // Clear the halt of an endpoint; of the device there is none. No remote wake-up. No class requests.
  expect(await set('02 01 0000 8100 0000')).toBe(0);
  expect(await set('00 01 0000 0000 0000')).toBe(-32);
  expect(await set('00 03 0100 0000 0000')).toBe(-32);
  expect(await set('21 22 0100 0000 0000')).toBe(-32);
  // No endpoint but 0.
  expect(await client.reply(client.bulkIn(1, 8))).toEqual(STALLED);
});
