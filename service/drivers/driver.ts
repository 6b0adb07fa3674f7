/** What every driver is to the rest of the service. */
import type { DeviceKey, DeviceLoss, InstrumentDescription, SamplingMoment } from '../devices/instrument.ts';
import type { TroubleReport } from '../devices/troubles.ts';
import type { Emitter } from '../support/emitter.ts';

/** What a driver says. Readings of a device come only between its `attached` and its `detached`. */
export interface DriverEvents {
  /** An instrument is ready, or what is known of it changed (period, connections): the whole description again. */
  attached: InstrumentDescription;
  /** One sampling moment of one instrument; real channels alone, the registry adds the virtual ones. */
  readings: SamplingMoment;
  /** A line or reply was refused (wrong CRC, wrong form): it is counted, never shown. */
  rejected: DeviceKey;
  /** The instrument is gone: out of every answer at once. */
  detached: DeviceLoss;
  /** Something present or configured does not work. The same code and subject again replaces the text. */
  trouble: TroubleReport;
  /** It works again, or is gone. */
  cleared: Pick<TroubleReport, 'code' | 'subject'>;
}

/**
 * Finds instruments and turns what they say into readings. It knows its instruments and nothing else; one that fails
 * leaves the others running. `start` resolves when searching has begun, not when something was found. `stop` detaches
 * everything, ends every timer and listener, and may be called twice.
 */
export interface Driver {
  /** Short and stable, for logs: `serial`, `simulated`. */
  readonly name: string;
  readonly events: Emitter<DriverEvents>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Sets the sampling period of an attached instrument, in milliseconds (100 to 60000). Resolves when the instrument
   * took it, after `attached` was emitted with the new period.
   * @throws MensuraError `instrument-failed` or `timeout` when the instrument did not take it.
   */
  setPeriod(key: DeviceKey, periodMs: number): Promise<void>;
}
