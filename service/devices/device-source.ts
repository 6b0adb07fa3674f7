/** The part of a driver that the registry listens to. */
import type { ProtocolName } from '../contract/index.ts';
import type { Emitter } from '../support/emitter.ts';
import type { DetachReason, DeviceDescription, DeviceKey, SampleSet } from './instrument.ts';
import type { ProblemReport } from './problems.ts';

/** Except for `late`, readings of a device come only between its `attached` and its `detached`. */
export interface DeviceEvents {
  /** The device is ready, or its description changed (period, connections). Always the whole description. */
  attached: DeviceDescription;
  /** One sample set with real channels only; the registry adds the virtual ones. */
  readings: SampleSet;
  /**
   * A past sample set that waited elsewhere, newer than every earlier one. Stored without changing current readings.
   * @param absent description of a device that is not connected
   */
  late: SampleSet & { absent?: DeviceDescription };
  /** A line or reply was invalid (wrong CRC, wrong form): counted, never shown. */
  rejected: DeviceKey;
  /** The device disconnected and leaves every response at once. */
  detached: DetachReason;
  /** A present or configured device fails. The same code and subject replaces the text. */
  problem: ProblemReport;
  /** The problem ended, or its subject is gone. */
  cleared: Pick<ProblemReport, 'code' | 'subject'>;
}

export interface DeviceSource {
  /** Short and stable, for logs: `serial`, `simulated`. */
  readonly name: string;
  readonly events: Emitter<DeviceEvents>;
  /**
   * Sets the sampling period of a connected device, in milliseconds (100 to 60000). Resolves when the device accepted
   * it, after `attached` was emitted with the new period.
   * @throws MensuraError `instrument-failed` or `timeout` when the device did not accept it.
   */
  setPeriod(key: DeviceKey, periodMs: number): Promise<void>;
  /**
   * Switches a connected device to another protocol. Resolves when the command was sent: the device restarts,
   * disconnects soon and reconnects with the new protocol. Left out by sources whose devices cannot switch.
   * @throws MensuraError `instrument-failed` or `timeout` when the device did not accept it and continues as before;
   * `conflict` when it uses that protocol already or was just told to switch
   */
  setProtocol?(key: DeviceKey, protocol: ProtocolName): Promise<void>;
}
