/** What each product says over endpoint 0, against frames written by hand. */
import { expect, test } from 'vitest';
import type { VirtualProduct } from './control.ts';
import { plug } from './support/rig.ts';

/** Command and argument, and the reply: echo, data, exclusive or of both. */
const DIALOGUES: Readonly<Record<VirtualProduct, readonly (readonly [string, string])[]>> = {
  pth450: [
    ['02 0000', '02 03 01'],
    ['01 0000', '01 15 14'],
    ['01 0100', '01 20 21'],
    ['01 0200', '01 19 18'],
    ['10 0000', '10 1a a2 8a 3e c1 82 5f'],
    ['10 0100', '10 66 66 10'],
    ['10 0200', '10 80 00 90'],
    ['11 0000', '11 bf 9c 3c 90 15 5b d0'],
    ['11 0100', '11 f2 5a b8 82 05 6e e8'],
    // No such channel, no such block: nothing.
    ['01 0300', ''],
    ['10 0300', ''],
    ['10 ffff', ''],
    ['11 0200', ''],
    // No thermocouple; an unknown command.
    ['13 0100', '00'],
    ['99 0000', '00'],
  ],
  rtd300: [
    ['02 0000', '02 01 03'],
    ['01 0000', '01 34 35'],
    ['10 0000', '10 40 00 00 06 e1 36 e0 00 61'],
    ['10 0100', ''],
    ['11 0000', ''],
  ],
  tmc100: [
    ['02 0000', '02 02 00'],
    ['01 0000', '01 21 20'],
    ['01 0100', '01 1d 1c'],
    ['10 0000', '10 ff 38 d7'],
    ['10 0100', '10 01 78 69'],
    ['13 0000', '13 00 13'],
  ],
  bar20: [
    ['02 0000', '02 02 00'],
    ['01 0000', '01 15 14'],
    ['01 0100', '01 16 17'],
    ['10 0000', '10 00 00 80 00 b8 7a 52'],
    ['10 0100', '10 00 b8 7a d2'],
    ['11 0000', '11 bf 9c 3c 90 15 5b d0'],
    ['11 0100', '11 f2 5a b8 82 05 6e e8'],
  ],
  dxc200: [
    ['02 0000', '02 02 00'],
    ['01 0000', '01 5a 5b'],
    ['01 0100', '01 5b 5a'],
    ['10 0000', '10 01 01 9c 00 0a 86'],
    ['10 0100', '10 01 01 95 00 0a 8f'],
    // It has no other protocol.
    ['fb 0100', '00'],
  ],
  'unknown-chip': [
    ['02 0000', '02 03 01'],
    ['01 0000', '01 20 21'],
    ['01 0100', '01 c7 c6'],
    ['01 0200', '01 ff fe'],
    ['10 0000', '10 33 33 10'],
    ['10 0100', '10 01 02 13'],
    ['10 0200', '10 00 00 10'],
  ],
  'pth450-vcp': [
    // The maker's tools reach an instrument in VCP mode too.
    ['02 0000', '02 03 01'],
    ['10 0100', '10 66 66 10'],
  ],
};

test.each(Object.entries(DIALOGUES))('%s answers as written', async (product, dialogue) => {
  const { client, instrument } = await plug({ product: product as VirtualProduct, serial: 'E10001' });
  for (const [question, answer] of dialogue) {
    const data = answer.replaceAll(' ', '');
    const { status, actual, ...reply } = await client.reply(client.control(`c0 ${question} 0000 2000`));
    expect({ question, status, actual, data: reply.data }).toEqual({
      question,
      status: 0,
      actual: data.length / 2,
      data,
    });
  }
  expect(instrument.asked).toEqual(dialogue.map(([question]) => Number.parseInt(question, 16)));
});

test('a reply is cut to what the host takes', async () => {
  const { client } = await plug({ product: 'pth450', serial: 'A' });
  expect(await client.reply(client.control('c0 10 0000 0000 0200'))).toMatchObject({ status: 0, data: '101a' });
});

test('a vendor request of another kind is refused', async () => {
  const { client, instrument } = await plug({ product: 'pth450', serial: 'A' });
  // To the interface, and to the device without an answer.
  expect(await client.reply(client.control('c1 02 0000 0000 2000'))).toMatchObject({ status: -32 });
  expect(await client.reply(client.controlOut('40 fd 0000 0000 0000'))).toMatchObject({ status: -32 });
  expect(instrument.descriptors.kind).toBe('vendor');
});
