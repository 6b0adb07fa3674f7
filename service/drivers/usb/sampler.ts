import type { Sample } from '../../devices/instrument.ts';
import type { Clock } from '../../support/clock.ts';
import { rawCommand } from '../instruments/usb-frames.ts';
import type { CommandLink } from './command-link.ts';
import { faultText } from './fault-text.ts';
import { sampleOf, type UsbChannel, type UsbChannels } from './layout.ts';

/** What came of one sampling moment. */
export interface Moment {
  /** When the last reply of it arrived: milliseconds since 1970, UTC. */
  at: number;
  /** One for each channel, in channel order, then those derived. */
  samples: Sample[];
}

/**
 * Reads all channels of one instrument, one after the other. A channel that timed out is asked once a moment until it
 * answers again, not `attempts` times: a dead sensor costs each moment one time-out, and does not starve the others.
 */
export class Sampler {
  readonly #link: Pick<CommandLink, 'ask'>;
  readonly #clock: Clock;
  readonly #layout: UsbChannels;
  readonly #unanswered = new Set<UsbChannel>();

  constructor(link: Pick<CommandLink, 'ask'>, clock: Clock, layout: UsbChannels) {
    this.#link = link;
    this.#clock = clock;
    this.#layout = layout;
  }

  /**
   * @returns undefined when no channel answered at all
   * @throws UsbError when the connection failed
   */
  async sample(): Promise<Moment | undefined> {
    let at: number | undefined;
    const samples: Sample[] = [];
    const raws = new Map<number, Uint8Array>();
    for (const channel of this.#layout.channels) {
      const answer = await this.#link.ask(rawCommand(channel.number), this.#unanswered.has(channel) ? 1 : undefined);
      if ('fault' in answer && answer.fault === 'timeout') this.#unanswered.add(channel);
      else {
        this.#unanswered.delete(channel);
        at = this.#clock.now();
      }
      if ('data' in answer) raws.set(channel.number, answer.data);
      samples.push(
        'data' in answer ? channel.read(answer.data) : sampleOf(channel.label, { reason: faultText(answer.fault) }),
      );
    }
    for (const { definition, inputs, compute } of this.#layout.derived) {
      samples.push(sampleOf(definition.label, compute(inputs.map((number) => raws.get(number)))));
    }
    return at === undefined ? undefined : { at, samples };
  }
}
