/** Corrections in memory: those of channels that the registry has. */
import {
  type ChannelCorrection,
  type ChannelRef,
  type CorrectionInput,
  type CorrectionPreview,
  type CorrectionVersion,
  channelPath,
  type EntityChange,
} from '../../../service/contract/index.ts';
import type { CorrectionAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { fail, Played } from './played.ts';

const AT = Date.UTC(2026, 10, 20, 14, 45);

export class PlayedCorrections extends Played implements CorrectionAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'correction'> }>(fail);
  readonly corrections = new Map<string, ChannelCorrection>();
  /** What every preview is, whatever it is asked of. */
  previewed: CorrectionPreview = {
    coefficients: [-0.1, 1, 0],
    residuals: [{ measured: 20.1, reference: 20, corrected: 20, residual: 0 }],
    curve: [
      { measured: 20, corrected: 19.9 },
      { measured: 21, corrected: 20.9 },
    ],
    examples: [{ measured: 25, corrected: 24.9 }],
  };

  list(): ChannelCorrection[] {
    return [...this.corrections.values()];
  }

  /** Every channel exists, in °C. */
  get(ref: ChannelRef): ChannelCorrection {
    return (
      this.corrections.get(channelPath(ref)) ?? {
        ...ref,
        unit: '°C',
        correction: null,
        coefficients: null,
        versions: [],
      }
    );
  }

  async set(ref: ChannelRef, correction: CorrectionInput): Promise<ChannelCorrection> {
    this.note('set', ref, correction);
    return this.#change(ref, {
      correction,
      coefficients: correction.enabled ? this.previewed.coefficients : null,
    });
  }

  async remove(ref: ChannelRef): Promise<void> {
    this.note('remove', ref);
    this.#change(ref, { correction: null, coefficients: null });
  }

  preview(ref: ChannelRef, correction: CorrectionInput): CorrectionPreview {
    this.note('preview', ref, correction);
    return this.previewed;
  }

  /** Adds or replaces a correction, and says so. */
  put(value: ChannelCorrection): ChannelCorrection {
    const key = channelPath(value);
    this.corrections.set(key, value);
    this.events.emit('changed', { key, value });
    return value;
  }

  #change(ref: ChannelRef, change: Pick<CorrectionVersion, 'correction' | 'coefficients'>): ChannelCorrection {
    const before = this.get(ref);
    const version = before.versions.length + 1;
    const since = new Date(AT + version * 1000).toISOString();
    return this.put({ ...before, ...change, versions: [{ version, since, ...change }, ...before.versions] });
  }
}
