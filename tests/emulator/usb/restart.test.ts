/** The switch of the protocol: remembered when it is said, in force after a restart. */
import { expect, test } from 'vitest';
import type { PlayedInstrument } from './models/played.ts';
import { playLines, playProduct } from './models/products.ts';
import type { ControlAnswer } from './parts.ts';

function ask(instrument: PlayedInstrument, request: number, value = 0): string {
  const answer: ControlAnswer = instrument.control({ requestType: 0xc0, request, value, index: 0, length: 32 });
  return answer.kind === 'data' ? Buffer.from(answer.bytes).toString('hex') : answer.kind;
}

async function restarted(instrument: PlayedInstrument, act: () => void): Promise<void> {
  const done = new Promise<void>((resolve) => {
    instrument.onRestart = resolve;
  });
  act();
  await done;
}

test('SET_PROTOCOL and RESET_FIRMWARE make it a serial port and back', async () => {
  const instrument = playProduct({ product: 'pth450', serial: 'E24638' });
  expect(ask(instrument, 0xfb, 1)).toBe('fbfb');
  expect(instrument.descriptors.kind).toBe('vendor');
  await restarted(instrument, () => {
    expect(ask(instrument, 0xfd)).toBe('fdfd');
    // The answer is on its way before anything happens.
    expect(instrument.descriptors.kind).toBe('vendor');
  });
  expect(instrument.descriptors).toMatchObject({ kind: 'cdc-acm', serial: 'E24638', productId: 0x0505 });
  expect(ask(instrument, 0xfb, 0)).toBe('fbfb');
  await restarted(instrument, () => ask(instrument, 0xfd));
  expect(instrument.descriptors.kind).toBe('vendor');
});

test('a restart alone changes nothing', async () => {
  const instrument = playProduct({ product: 'rtd300', serial: 'A' });
  await restarted(instrument, () => ask(instrument, 0xfd));
  expect(instrument.descriptors.kind).toBe('vendor');
});

test('an unknown protocol is an error, and so is any where there is but one', async () => {
  const instrument = playProduct({ product: 'pth450', serial: 'A' });
  expect(ask(instrument, 0xfb, 2)).toBe('00');
  const usbOnly = playProduct({ product: 'dxc200', serial: 'A' });
  expect(ask(usbOnly, 0xfb, 1)).toBe('00');
  await restarted(usbOnly, () => ask(usbOnly, 0xfd));
  expect(usbOnly.descriptors.kind).toBe('vendor');
});

test('PROTOCOL USB and RESET on the line do the same', async () => {
  const options = { product: 'pth450-vcp', serial: 'A' } as const;
  const instrument = playProduct(options);
  const line = playLines(options, instrument, () => {});
  line.opened();
  await restarted(instrument, () => line.receive(Buffer.from('RESET\r\n')));
  expect(instrument.descriptors.kind).toBe('cdc-acm');
  await restarted(instrument, () => line.receive(Buffer.from('PROTOCOL USB\r\nRESET\r\n')));
  expect(instrument.descriptors.kind).toBe('vendor');
});
