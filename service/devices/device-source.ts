/** Where readings come from, as the registry sees it: the part of a driver that it listens to. */
import type { ProtocolName } from '../contract/index.ts';
import type { Emitter } from '../support/emitter.ts';
import type { DetachReason, DeviceDescription, DeviceKey, SampleSet } from './instrument.ts';
import type { ProblemReport } from './problems.ts';

/** What a source says. Readings of a device, but for late ones, come only between its `attached` and its `detached`. */
export interface DeviceEvents {
  /** An instrument is ready, or what is known of it changed (period, connections): the whole description again. */
  attached: DeviceDescription;
  /** One sampling moment of one instrument; real channels alone, the registry adds the virtual ones. */
  readings: SampleSet;
  /**
   * One sampling moment of a former time, newer than every one before: it waited elsewhere. It is kept, and changes
   * nothing of now.
   * @param absent what is known of the instrument where it is not attached: what waited may outlast its stay
   */
  late: SampleSet & { absent?: DeviceDescription };
  /** A line or reply was refused (wrong CRC, wrong form): it is counted, never shown. */
  rejected: DeviceKey;
  /** The instrument is gone: out of every answer at once. */
  detached: DetachReason;
  /** Something present or configured does not work. The same code and subject again replaces the text. */
  problem: ProblemReport;
  /** It works again, or is gone. */
  cleared: Pick<ProblemReport, 'code' | 'subject'>;
}

export interface DeviceSource {
  /** Short and stable, for logs: `serial`, `simulated`. */
  readonly name: string;
  readonly events: Emitter<DeviceEvents>;
  /**
   * Sets the sampling period of an attached instrument, in milliseconds (100 to 60000). Resolves when the instrument
   * took it, after `attached` was emitted with the new period.
   * @throws MensuraError `instrument-failed` or `timeout` when the instrument did not take it.
   */
  setPeriod(key: DeviceKey, periodMs: number): Promise<void>;
  /**
   * Tells an attached instrument to speak another protocol from now on, and to restart: it is detached soon, and comes
   * back speaking that. Resolves when it was told. Left out by sources whose instruments cannot.
   * @throws MensuraError `instrument-failed` or `timeout` when the instrument did not take it: it goes on as before;
   * `conflict` when it speaks that already, or was told just now
   */
  setProtocol?(key: DeviceKey, protocol: ProtocolName): Promise<void>;
}
