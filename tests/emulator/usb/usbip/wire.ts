/**
 * USB/IP on the wire, version 1.1.1: https://www.kernel.org/doc/html/latest/usb/usbip_protocol.html. All numbers have
 * their high byte first.
 */
import type { Setup, VirtualDescriptors } from '../parts.ts';

const VERSION = 0x0111;
const OP_REQ_IMPORT = 0x8003;
const OP_REP_IMPORT = 0x0003;
const CMD_SUBMIT = 1;
const CMD_UNLINK = 2;
const RET_SUBMIT = 3;
const RET_UNLINK = 4;

const BUS_ID_BYTES = 32;
/** The length of OP_REQ_IMPORT. */
export const IMPORT_BYTES = 8 + BUS_ID_BYTES;
/** The length of every header after the import. */
export const HEADER_BYTES = 48;

/** USB_SPEED_FULL, as the kernel counts speeds. */
export const FULL_SPEED = 2;

/** What came of a transfer, as the kernel counts its errors. */
export const STATUS = { ok: 0, stall: -32, unlinked: -104 } as const;

/** The most bytes of one transfer; the kernel's own drivers ask for far less. */
const MOST_BYTES = 1 << 20;

export type Command =
  | {
      command: 'submit';
      seqnum: number;
      endpoint: number;
      /** Whether the bytes go from the device to the host. */
      fromDevice: boolean;
      /** How many bytes are wanted, or follow this header. */
      length: number;
      setup: Setup;
    }
  | { command: 'unlink'; seqnum: number; unlinked: number };

/** The bus id that an OP_REQ_IMPORT asks for. @throws Error when it is none, or of another version */
export function readImport(bytes: Buffer): string {
  if (bytes.readUInt16BE(0) !== VERSION)
    throw new Error(`USB/IP version ${bytes.toString('hex', 0, 2)} is not spoken.`);
  if (bytes.readUInt16BE(2) !== OP_REQ_IMPORT) throw new Error(`USB/IP operation ${bytes.toString('hex', 2, 4)}.`);
  return bytes.toString('latin1', 8, IMPORT_BYTES).replace(/\0.*$/s, '');
}

export function importRequest(busId: string): Buffer {
  const bytes = Buffer.alloc(IMPORT_BYTES);
  bytes.writeUInt16BE(VERSION, 0);
  bytes.writeUInt16BE(OP_REQ_IMPORT, 2);
  bytes.write(busId, 8, BUS_ID_BYTES - 1, 'latin1');
  return bytes;
}

/** What a device number consists of: `1-7` is bus 1, device 7. */
export interface Exported {
  busId: string;
  bus: number;
  device: number;
}

/** The length of OP_REP_IMPORT when it brings a device; a refusal has its first 8 bytes alone. */
export const IMPORTED_BYTES = 320;

/** The answer to OP_REQ_IMPORT. */
export function importReply(exported: Exported, descriptors: VirtualDescriptors, interfaces: number): Buffer {
  const bytes = Buffer.alloc(IMPORTED_BYTES);
  bytes.writeUInt16BE(VERSION, 0);
  bytes.writeUInt16BE(OP_REP_IMPORT, 2);
  bytes.write(`/virtual/${exported.busId}`, 8, 255, 'latin1');
  bytes.write(exported.busId, 0x108, BUS_ID_BYTES - 1, 'latin1');
  bytes.writeUInt32BE(exported.bus, 0x128);
  bytes.writeUInt32BE(exported.device, 0x12c);
  bytes.writeUInt32BE(FULL_SPEED, 0x130);
  bytes.writeUInt16BE(descriptors.vendorId, 0x134);
  bytes.writeUInt16BE(descriptors.productId, 0x136);
  bytes.writeUInt16BE(descriptors.bcdDevice, 0x138);
  bytes.writeUInt8(descriptors.kind === 'vendor' ? 0xff : 0x02, 0x13a);
  // Subclass and protocol are 0; no configuration is set yet, there is one.
  bytes.writeUInt8(1, 0x13e);
  bytes.writeUInt8(interfaces, 0x13f);
  return bytes;
}

/** The answer when there is no such device, or another has it. */
export function importRefusal(): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16BE(VERSION, 0);
  bytes.writeUInt16BE(OP_REP_IMPORT, 2);
  bytes.writeUInt32BE(1, 4);
  return bytes;
}

/** @throws Error when it is no command, or for more bytes than anyone needs */
export function readCommand(header: Buffer): Command {
  const command = header.readUInt32BE(0);
  const seqnum = header.readUInt32BE(4);
  if (command === CMD_UNLINK) return { command: 'unlink', seqnum, unlinked: header.readUInt32BE(0x14) };
  if (command !== CMD_SUBMIT) throw new Error(`USB/IP command ${command} is not known.`);
  const length = header.readUInt32BE(0x18);
  if (length > MOST_BYTES) throw new Error(`A transfer of ${length} bytes is more than ${MOST_BYTES}.`);
  return {
    command: 'submit',
    seqnum,
    endpoint: header.readUInt32BE(0x10),
    fromDevice: header.readUInt32BE(0x0c) === 1,
    length,
    setup: {
      requestType: header.readUInt8(0x28),
      request: header.readUInt8(0x29),
      value: header.readUInt16LE(0x2a),
      index: header.readUInt16LE(0x2c),
      length: header.readUInt16LE(0x2e),
    },
  };
}

/**
 * RET_SUBMIT.
 * @param actual how many bytes went one way or the other
 * @param data what the host gets of them
 */
export function submitReply(seqnum: number, status: number, actual: number, data: Uint8Array): Buffer {
  const header = replyHeader(RET_SUBMIT, seqnum, status);
  header.writeUInt32BE(actual, 0x18);
  // A transfer that is not isochronous has no packets.
  header.writeUInt32BE(0xffffffff, 0x20);
  return Buffer.concat([header, data]);
}

/** RET_UNLINK: -104 when the transfer was still waiting, 0 when it had been answered. */
export function unlinkReply(seqnum: number, status: number): Buffer {
  return replyHeader(RET_UNLINK, seqnum, status);
}

function replyHeader(command: number, seqnum: number, status: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(command, 0);
  header.writeUInt32BE(seqnum, 4);
  header.writeInt32BE(status, 0x14);
  return header;
}
