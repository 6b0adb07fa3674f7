/** How one thing of the computer is looked at. */
import type { Check, HistoryStorage } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';

/** What was found; `remedy` is empty where all is well. */
export type CheckResult = Pick<Check, 'state' | 'text' | 'remedy'>;

export interface SystemCheckContext {
  /** Documented in docs/problems.md. */
  id: string;
  title: string;
  /** @returns undefined where there is nothing to say */
  look(): Promise<CheckResult | undefined>;
}

export interface ChecksOptions {
  platform: NodeJS.Platform;
  /** Where the files of the system are; `/` by default. */
  root?: string;
  /** The number of the user that this runs as; undefined where the system has none. */
  uid: number | undefined;
  /** Whether this user may read and write a device; asks the system by default. */
  mayOpen?(path: string): Promise<boolean>;
  /** The udev rule to install, as a file; undefined where the host has none. */
  udevRule: string | undefined;
  dataDir: string;
  history: { figures(): HistoryStorage };
  clock: Clock;
}

export function ok(text: string): CheckResult {
  return { state: 'ok', text, remedy: '' };
}

export function failed(text: string, remedy: string): CheckResult {
  return { state: 'missing', text, remedy };
}

export function undetermined(text: string, remedy = ''): CheckResult {
  return { state: 'unknown', text, remedy };
}
