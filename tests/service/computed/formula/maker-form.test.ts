import { expect, test } from 'vitest';
import { FormulaError, parseFormula, translateMakerForm } from '../../../../service/computed/formula/index.ts';
import type { ChannelRef } from '../../../../service/contract/index.ts';

const CHANNELS = ['temperature', 'relative_humidity', 'dew point'];

function resolve(serial: string, index: number, uncorrected: boolean): ChannelRef | undefined {
  const channel = index === 26 ? 'twenty-six' : CHANNELS[index];
  if (serial !== 'A01234' || channel === undefined) return undefined;
  return { family: 'usb', serial, channel: uncorrected ? `${channel}_uncorrected` : channel };
}

test.each([
  ['[A01234:00] + 0.5', '[usb/A01234/temperature] + 0.5'],
  ['[A01234:00_nc] - [ A01234:01 ]', '[usb/A01234/temperature_uncorrected] - [usb/A01234/relative_humidity]'],
  ['[A01234:02]', '[usb/A01234/dew%20point]'],
  // The index is hexadecimal.
  ['[A01234:1A] + [A01234:1a_NC]', '[usb/A01234/twenty-six] + [usb/A01234/twenty-six_uncorrected]'],
  // What is written as here already stays.
  ['[usb/A01234/temperature] * (2 - [A01234:00])', '[usb/A01234/temperature] * (2 - [usb/A01234/temperature])'],
])('%s', (text, translated) => {
  expect(translateMakerForm(text, resolve)).toBe(translated);
  expect(() => parseFormula(translated)).not.toThrow();
});

test('an index that is no channel in hexadecimal is tried in decimal', () => {
  const sixteen = (serial: string, index: number): ChannelRef | undefined =>
    index === 10 ? { family: 'usb', serial, channel: 'ten' } : undefined;
  expect(translateMakerForm('[A:10]', sixteen)).toBe('[usb/A/ten]');
  expect(translateMakerForm('[A:0A]', sixteen)).toBe('[usb/A/ten]');
});

test.each([
  ['1 + [A01234:07]', '[A01234:07]'],
  ['1 + [A01234:0B_nc]', '[A01234:0B_nc]'],
  ['[A01234:00] + [B00001:00]', '[B00001:00]'],
])('%s: the place of a channel that is unknown', (text, part) => {
  try {
    translateMakerForm(text, resolve);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(FormulaError);
    const { at, length, message } = (error as FormulaError).problem;
    expect(text.slice(at, at + length)).toBe(part);
    expect(message).toContain('No device');
  }
});
