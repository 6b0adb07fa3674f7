import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calibrationCommand,
  channelCountCommand,
  chipIdCommand,
  parseReply,
  rawCommand,
  resetCommand,
  setProtocolCommand,
} from '../../../../service/drivers/protocol/usb-frames.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('commands of the USB protocol', () => {
  test.each([
    [channelCountCommand(), 0x02, 0x0000],
    [chipIdCommand(1), 0x01, 0x0001],
    [rawCommand(2), 0x10, 0x0002],
    [calibrationCommand(1), 0x11, 0x0001],
    [setProtocolCommand('usb'), 0xfb, 0x0000],
    [setProtocolCommand('vcp'), 0xfb, 0x0001],
    [resetCommand(), 0xfd, 0x0000],
  ])('%o are the bytes of the documents', (command, code, value) => {
    expect(command).toMatchObject({ code, value });
  });
});

describe('replies of the USB protocol', () => {
  test.each([
    ['02 03 01', channelCountCommand(), '03'],
    ['01 20 21', chipIdCommand(1), '20'],
    ['10 66 66 10', rawCommand(1), '6666'],
    // A valid reply without data: what that means is its chip's.
    ['10 10', rawCommand(1), ''],
    ['fb fb', setProtocolCommand('vcp'), ''],
    // 15 bytes of data, as a TMC200 sends them.
    ['10 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10', rawCommand(0), '0102030405060708090a0b0c0d0e0f'],
  ])('%s is data', (reply, command, data) => {
    expect(parseReply(command, bytes(reply))).toEqual({ data: bytes(data) });
  });

  test.each([
    ['', rawCommand(9), 'none'],
    ['00', rawCommand(1), 'device-error'],
    ['10', rawCommand(1), 'short'],
    ['11 66 66 11', rawCommand(1), 'wrong-echo'],
    ['00 00', rawCommand(1), 'wrong-echo'],
    ['10 66 67 10', rawCommand(1), 'wrong-check'],
    ['10 66 66', rawCommand(1), 'wrong-check'],
    ['02 02', channelCountCommand(), 'short'],
    ['02 03 00 01', channelCountCommand(), 'long'],
    ['01 01', chipIdCommand(0), 'short'],
  ])('%s is no data', (reply, command, fault) => {
    expect(parseReply(command, bytes(reply))).toEqual({ fault });
  });

  test('a reply with one damaged bit is never data', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), fc.nat(), fc.integer({ min: 0, max: 7 }), (data, place, bit) => {
        const reply = Uint8Array.from([0x10, ...data, data.reduce((sum, byte) => sum ^ byte, 0x10)]);
        expect(parseReply(rawCommand(0), reply)).toEqual({ data });
        const at = place % reply.length;
        reply[at] = (reply[at] ?? 0) ^ (1 << bit);
        expect(parseReply(rawCommand(0), reply)).toHaveProperty('fault');
      }),
    );
  });
});
