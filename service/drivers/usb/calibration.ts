/** The calibration blocks of one device, each requested when a channel first needs it. */
import { calibrationCommand } from '../protocol/usb-frames.ts';
import type { CommandError, CommandLink } from './command-link.ts';
import { describeCommandError } from './describe-command-error.ts';

/** The blocks, or why they are unknown. */
export type CalibrationAnswer =
  | { blocks: readonly Uint8Array[] }
  /** `isSilent`: no reply came; `reason`: as a sentence. */
  | { isSilent: boolean; reason: string };

export class Calibration {
  readonly #link: Pick<CommandLink, 'ask'>;
  readonly #known = new Map<number, Uint8Array>();

  constructor(link: Pick<CommandLink, 'ask'>) {
    this.#link = link;
  }

  /**
   * Blocks in the order of their numbers. Unknown ones are requested twice and must agree, because every later value
   * depends on them.
   * @param patienceMs timeout of each request
   * @throws UsbError when the connection fails
   */
  async read(numbers: readonly number[], patienceMs: number): Promise<CalibrationAnswer> {
    const blocks: Uint8Array[] = [];
    for (const number of numbers) {
      const answer = await this.#block(number, patienceMs);
      if (!('data' in answer)) {
        const why = answer.fault === 'unsure' ? 'inconsistent replies' : describeCommandError(answer.fault);
        return { isSilent: answer.fault === 'timeout', reason: `calibration block ${number}: ${why}` };
      }
      blocks.push(answer.data);
    }
    return { blocks };
  }

  async #block(number: number, patienceMs: number): Promise<{ data: Uint8Array } | { fault: CommandError | 'unsure' }> {
    const known = this.#known.get(number);
    if (known) return { data: known };
    const command = calibrationCommand(number);
    const first = await this.#link.ask(command, { patienceMs });
    if ('fault' in first) return first;
    const second = await this.#link.ask(command, { patienceMs });
    if ('fault' in second) return second;
    if (Buffer.compare(first.data, second.data) !== 0) return { fault: 'unsure' };
    this.#known.set(number, first.data);
    return first;
  }
}
