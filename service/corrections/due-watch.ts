/** Reports corrections whose day of the next check has passed. */
import { type DeviceKey, deviceKey } from '../contract/device-key.ts';
import type { ProblemReport } from '../devices/problems.ts';
import type { Clock } from '../support/clock.ts';
import type { CorrectedChannel, CorrectedChannels } from './store.ts';

/** Longest time between two checks, in milliseconds: after a sleep, a timer ends late by the time of the sleep. */
const MAX_PAUSE_MS = 3_600_000;

export interface DueWatchOptions {
  channels(): CorrectedChannels;
  problems: { raise(report: ProblemReport): void; clear(report: Pick<ProblemReport, 'code' | 'subject'>): void };
  clock: Pick<Clock, 'now'>;
}

/** A problem for each device with due corrections. The device does not have to be connected. */
export class DueWatch {
  readonly #options: DueWatchOptions;
  /** Devices with a problem. */
  #reported: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DueWatchOptions) {
    this.#options = options;
  }

  /** Checks now, and each time that a day begins. Called after each change. */
  check(): void {
    const { channels, problems, clock } = this.#options;
    const now = clock.now();
    const today = localDay(now);
    const due = [...channels().values()].filter((channel) => isDue(channel, today));
    const byDevice = Map.groupBy(due, deviceKey);
    for (const [subject, own] of byDevice) problems.raise(problemOf(subject, own));
    for (const subject of this.#reported) {
      if (!byDevice.has(subject)) problems.clear({ code: 'correction-due', subject });
    }
    this.#reported = new Set(byDevice.keys());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.check(), Math.min(untilTomorrow(now), MAX_PAUSE_MS));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** In the time zone of this computer, such as 2026-11-01. */
function localDay(at: number): string {
  const time = new Date(at);
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Milliseconds until the next day begins here, at least 1. */
function untilTomorrow(at: number): number {
  const midnight = new Date(at);
  midnight.setHours(24, 0, 0, 0);
  return Math.max(1, midnight.getTime() - at);
}

function dueDay({ versions }: CorrectedChannel): string | null {
  const correction = versions.at(-1)?.correction;
  return correction?.enabled ? correction.due : null;
}

function isDue(channel: CorrectedChannel, today: string): boolean {
  const due = dueDay(channel);
  return due !== null && due < today;
}

function problemOf(subject: string, channels: readonly (CorrectedChannel & DeviceKey)[]): ProblemReport {
  const serial = channels[0]?.serial ?? subject;
  const listed = channels.map((channel) => `${channel.channel} (${dueDay(channel)})`).join(', ');
  return {
    code: 'correction-due',
    subject,
    text: `The correction of ${serial} has to be checked: ${listed}.`,
    remedy: 'Compare the channel with a reference, then save the correction with a new date for the next check.',
  };
}
