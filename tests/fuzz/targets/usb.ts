/** An instrument in USB mode that answers anything: introduction, layout and readings. */
import { UsbError } from '../../../service/drivers/usb/bus.ts';
import { CommandLink } from '../../../service/drivers/usb/command-link.ts';
import { createUsbLayout } from '../../../service/drivers/usb/layout.ts';
import { Sampler } from '../../../service/drivers/usb/sampler.ts';
import { IdentificationError, identifyDevice } from '../../../service/drivers/usb/session.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { must, type Target } from '../engine/target.ts';
import { isValidReply, valueOf } from '../support/usb-replies.ts';

const GET_RAW = 0x10;

/** The most that an introduction and three moments of 64 channels with two blocks may ask, each three times. */
const MAX_TRANSFERS = 3 * (2 * (1 + 64) + 3 * 64 * (1 + 2 * 2));

/** Asks for replies as the input says them: a byte with length and ways, then so many bytes. */
class Script {
  readonly #bytes: Uint8Array;
  readonly #known = new Map<string, Uint8Array>();
  #at = 0;
  transfers = 0;
  /** The newest reply to each command. */
  readonly replies = new Map<string, Uint8Array | undefined>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  async controlIn({ request, value }: { request: number; value: number }): Promise<Uint8Array> {
    this.transfers += 1;
    must(this.transfers <= MAX_TRANSFERS, `more than ${MAX_TRANSFERS} transfers`);
    const key = `${request}/${value}`;
    const reply = this.#next(request, key);
    this.replies.set(key, reply instanceof UsbError ? undefined : reply);
    if (reply instanceof UsbError) throw reply;
    return reply;
  }

  #next(request: number, key: string): Uint8Array | UsbError {
    const known = this.#known.get(key);
    // What the instrument is made of is asked twice: mostly it says the same again.
    if (known && request !== GET_RAW && this.#bytes[this.#at] !== 0xff) return known;
    const way = this.#bytes[this.#at] ?? 0x21;
    this.#at += 1;
    if (way < 3) return new UsbError((['stalled', 'timeout', 'failed'] as const)[way] ?? 'failed', 'fuzz');
    const length = way & 0x1f;
    const data = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    const reply = (way & 0x20) === 0 ? data.slice(0, 32) : framed(request, data.slice(0, 30));
    this.#known.set(key, reply);
    return reply;
  }
}

/** A reply with echo and check byte. */
function framed(code: number, data: Uint8Array): Uint8Array {
  return Uint8Array.from([code, ...data, data.reduce((sum, byte) => sum ^ byte, code)]);
}

async function run(input: Uint8Array): Promise<void> {
  const script = new Script(input.subarray(1));
  const link = new CommandLink({
    link: script,
    timing: { attempts: 3, transferTimeoutMs: 1 },
    clock: systemClock,
    rejected: () => {},
    received: () => {},
  });
  try {
    const chips = await identifyDevice(link);
    const product = ['USB-FUZZ', 'VCP-PTH450-CAL', 'VCP-RTD300-CAL', ''][(input[0] ?? 0) % 4] ?? '';
    const layout = createUsbLayout({ product, manufacturer: '', chips });
    const sampler = new Sampler({
      link,
      clock: systemClock,
      layout,
      periodMs: 1000,
      maxRetryMs: 1,
      records: new Map(),
      silenceChanged: () => {},
    });
    for (let moment = 0; moment < 3; moment += 1) {
      const samples = (await sampler.sample())?.samples ?? [];
      for (const [index, { magnitude, channel }] of samples.entries()) {
        must(magnitude === null || Number.isFinite(magnitude), `${magnitude} as a value of ${channel}`);
        const number = layout.channels[index]?.number;
        if (number === undefined) continue;
        const reply = script.replies.get(`${GET_RAW}/${number}`);
        const isValid = reply !== undefined && isValidReply(reply, GET_RAW);
        must(isValid || magnitude === null, `${magnitude} of the reply ${hex(reply)}`);
        const expected = isValid ? valueOf(chips[number], reply.subarray(1, -1)) : undefined;
        const isKnown = product === 'USB-FUZZ' && expected !== undefined;
        must(
          !isKnown || Math.abs((magnitude ?? Number.NaN) - expected) <= 1e-6 * (1 + Math.abs(expected)),
          `${magnitude} instead of ${expected} of ${hex(reply)}`,
        );
      }
    }
  } catch (error) {
    if (!(error instanceof UsbError || error instanceof IdentificationError)) throw error;
  }
}

function hex(bytes: Uint8Array | undefined): string {
  return bytes ? Buffer.from(bytes).toString('hex') : 'nothing';
}

/** A script: so many channels of these chips, then raw data. */
function seedOf(chips: readonly number[], raws: readonly string[], calibration = ''): Uint8Array {
  const reply = (data: Buffer | number[]): Buffer => Buffer.from([0x20 | data.length, ...data]);
  return Buffer.concat([
    Buffer.from([0]),
    reply([chips.length]),
    ...chips.map((chip) => reply([chip])),
    ...(calibration
      ? [reply(Buffer.from(calibration.slice(0, 12), 'hex')), reply(Buffer.from(calibration.slice(12), 'hex'))]
      : []),
    ...raws.map((raw) => reply(Buffer.from(raw, 'hex'))),
  ]);
}

export const target: Target = {
  covers: ['service/drivers/usb/', 'service/drivers/protocol/', 'service/devices/'],
  words: Array.from({ length: 256 }, (_, chip) => Uint8Array.of(0x21, chip)),
  maxBytes: 1024,
  seeds: [
    seedOf([0x20, 0x19], ['6666', '8000']),
    seedOf([0x15, 0x16], ['8aa18a4ec182', '4ec182'], 'bf9c3c90155bf25ab882056e'),
    seedOf([0x47, 0x40, 0x5a], ['41c80000', '0000019000', '0101900064']),
    seedOf([0x11, 0x05, 0x06, 0xff, 0x30], ['0c80', '0100', '0050', '', '12345678']),
    // A reply with a wrong check byte, one with a wrong echo, one that is cut.
    Buffer.concat([
      seedOf([0x20], []),
      Buffer.from('0410666611'.repeat(3) + '0411666611'.repeat(3) + '02106666'.repeat(3), 'hex'),
    ]),
    seedOf([0x37, 0x38], ['001234561020000000', '00123456102000000000123456100000']),
  ],
  open: () => ({ run }),
};
