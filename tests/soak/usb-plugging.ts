/** Pulls and plugs cables of USB devices at random times, in a virtual machine with USB. */

import { withEnds } from '../support/ends.ts';
import { GROUPS } from '../usb/scenarios/index.ts';
import { type GuestRun, runInGuest } from '../usb/support/guest-run.ts';
import type { Outcome } from './support/outcome.ts';

export interface UsbPluggingOptions {
  /** Number of cycles. */
  cycles: number;
  seed: number;
}

/** Time limits of one cycle, and of the guest, in milliseconds. */
const CYCLE_LIMIT_MS = 10_000;
const GUEST_LIMIT_MS = 300_000;

export function usbPlugging({ cycles, seed }: UsbPluggingOptions): Promise<Outcome> {
  return withEnds(async (atEnd) => {
    const guest: GuestRun = await runInGuest({
      group: 'plugging',
      limitMs: GUEST_LIMIT_MS + cycles * CYCLE_LIMIT_MS,
      env: { MENSURA_PLUG_CYCLES: String(cycles), MENSURA_PLUG_SEED: String(seed) },
    });
    atEnd(() => guest.stop());
    const outcome: Outcome = { facts: [], problems: [] };
    for (const { name, checks } of GROUPS.plugging.flat()) {
      for (const check of checks) {
        const { figure, error } = await guest.result(name, check);
        if (figure) outcome.facts.push(`${check}: ${figure}`);
        if (error) outcome.problems.push(`${check}: ${error}`);
      }
    }
    return outcome;
  });
}
