/**
 * The commands of USB mode (docs/hardware.md#usb-commands) and their replies: the command code, the data, and a check
 * byte that makes the XOR of all bytes 0 (docs/hardware.md#usb-replies).
 */
import type { ProtocolName } from '../../contract/index.ts';

export interface UsbCommand {
  /** Every code that Mensura sends. Those that write serial numbers, calibrations and firmware are left out on purpose. */
  readonly code: 0x01 | 0x02 | 0x10 | 0x11 | 0xfb | 0xfd;
  /** wValue, 0 to 65535. */
  readonly value: number;
  /** Its purpose, for logs: `the chip of channel 2`. */
  readonly name: string;
  /** Length of the data in a reply, at least and at most. */
  readonly data: { readonly min: number; readonly max: number };
}

/** The maximum length of a reply with echo and check byte (docs/hardware.md#usb-requests). */
export const REPLY_LENGTH = 32;

const ONE_BYTE = { min: 1, max: 1 } as const;
const ANY_BYTES = { min: 0, max: REPLY_LENGTH - 2 } as const;

/** GET_NUM_CHANNELS: one byte. */
export function channelCountCommand(): UsbCommand {
  return { code: 0x02, value: 0, name: 'channel count', data: ONE_BYTE };
}

/** GET_CHIP_ID of a channel (0 to 255): one byte. */
export function chipIdCommand(channel: number): UsbCommand {
  return { code: 0x01, value: channel, name: `chip of channel ${channel}`, data: ONE_BYTE };
}

/** GET_RAW of a channel (0 to 255); the chip determines the number of bytes. */
export function rawCommand(channel: number): UsbCommand {
  return { code: 0x10, value: channel, name: `channel ${channel}`, data: ANY_BYTES };
}

/** GET_CALIBRATION of a block (0 to 255). */
export function calibrationCommand(block: number): UsbCommand {
  return { code: 0x11, value: block, name: `calibration block ${block}`, data: ANY_BYTES };
}

/** SET_PROTOCOL, only at a user's request: the protocol after the next restart. The device stores it. */
export function setProtocolCommand(protocol: ProtocolName): UsbCommand {
  return { code: 0xfb, value: protocol === 'vcp' ? 1 : 0, name: 'mode change', data: ANY_BYTES };
}

/** RESET_FIRMWARE: only at the end of a change of protocol. */
export function resetCommand(): UsbCommand {
  return { code: 0xfd, value: 0, name: 'restart', data: ANY_BYTES };
}

export type ReplyError =
  /** No bytes: the channel or block does not exist. */
  | 'none'
  /** The single byte 0x00: the device could not do it. */
  | 'device-error'
  /** Fewer bytes than the command's reply has. */
  | 'short'
  /** More bytes than the command's reply has. */
  | 'long'
  /** The first byte is not the command. */
  | 'wrong-echo'
  | 'wrong-check';

export type Reply = { data: Uint8Array } | { fault: ReplyError };

/** Parses a reply of any length. The data is a copy. */
export function parseReply({ code, data: { min, max } }: UsbCommand, bytes: Uint8Array): Reply {
  if (bytes.length === 0) return { fault: 'none' };
  if (bytes.length === 1) return { fault: bytes[0] === 0 ? 'device-error' : 'short' };
  if (bytes[0] !== code) return { fault: 'wrong-echo' };
  if (bytes.reduce((sum, byte) => sum ^ byte, 0) !== 0) return { fault: 'wrong-check' };
  const length = bytes.length - 2;
  if (length < min) return { fault: 'short' };
  if (length > max) return { fault: 'long' };
  return { data: bytes.slice(1, -1) };
}
