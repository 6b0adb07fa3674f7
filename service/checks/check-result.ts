import type { Check, HistoryStorage } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';

/** `remedy` is empty when the check passed. */
export type CheckResult = Pick<Check, 'state' | 'text' | 'remedy'>;

export interface SystemCheckContext {
  /** Documented in docs/problems.md. */
  id: string;
  title: string;
  /** @returns undefined when the check does not apply */
  run(): Promise<CheckResult | undefined>;
}

export interface ChecksOptions {
  platform: NodeJS.Platform;
  /** Root of the system's files; default `/`. */
  root?: string;
  /** ID of the current user; undefined if the system has none. */
  uid: number | undefined;
  /** Whether this user may read and write a device; queries the system by default. */
  mayOpen?(path: string): Promise<boolean>;
  /** File of the udev rule to install; undefined if the host has none. */
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
