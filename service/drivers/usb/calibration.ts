/** The calibration blocks of one device, each requested when a channel first needs it. */
import { calibrationCommand } from '../protocol/usb-frames.ts';
import type { CommandError, CommandLink } from './command-link.ts';
import { describeCommandError } from './describe-command-error.ts';

/** The blocks, or why they are unknown. */
export type CalibrationResult =
  | { blocks: readonly Uint8Array[] }
  /** `isSilent`: no reply came; `reason`: as a sentence. */
  | { isSilent: boolean; reason: string };

export class Calibration {
  readonly #link: Pick<CommandLink, 'request'>;
  readonly #known = new Map<number, Uint8Array>();

  constructor(link: Pick<CommandLink, 'request'>) {
    this.#link = link;
  }

  /**
   * Blocks in the order of their numbers. Unknown ones are requested twice and must agree, because every later value
   * depends on them.
   * @param patienceMs timeout of each request
   * @throws UsbError when the connection fails
   */
  async read(numbers: readonly number[], patienceMs: number): Promise<CalibrationResult> {
    const blocks: Uint8Array[] = [];
    for (const number of numbers) {
      const reply = await this.#block(number, patienceMs);
      if (!('data' in reply)) {
        const why = reply.fault === 'unsure' ? 'inconsistent replies' : describeCommandError(reply.fault);
        return { isSilent: reply.fault === 'timeout', reason: `calibration block ${number}: ${why}` };
      }
      blocks.push(reply.data);
    }
    return { blocks };
  }

  async #block(number: number, patienceMs: number): Promise<{ data: Uint8Array } | { fault: CommandError | 'unsure' }> {
    const known = this.#known.get(number);
    if (known) return { data: known };
    const command = calibrationCommand(number);
    const first = await this.#link.request(command, { patienceMs });
    if ('fault' in first) return first;
    const second = await this.#link.request(command, { patienceMs });
    if ('fault' in second) return second;
    if (Buffer.compare(first.data, second.data) !== 0) return { fault: 'unsure' };
    this.#known.set(number, first.data);
    return first;
  }
}
