/** Whether this computer lets instruments be found and read: each thing is looked at by itself, within a bound. */
import type { Check, Checks } from '../contract/index.ts';
import type { SystemChecks } from '../http/options.ts';
import { withDeadline } from '../support/deadline.ts';
import { errorWords } from '../support/errors.ts';
import { lookAtClock, lookAtDataFolder, lookAtHistory } from './computer.ts';
import { type ChecksOptions, type Inspection, unknown } from './parts.ts';
import { lookAtGrabbers, lookAtSerialPorts } from './serial-ports.ts';
import { lookAtUdevRule } from './udev-rule.ts';
import { lookAtUsbBus } from './usb-bus.ts';

/** How long one look may take, in milliseconds: a disk that hangs hangs for ever. */
const DEADLINE_MS = 3000;

function inspections(options: ChecksOptions): Inspection[] {
  const linux: Inspection[] = [
    { id: 'usb', title: 'USB', look: () => lookAtUsbBus(options) },
    { id: 'udev-rule', title: 'Right to open instruments', look: () => lookAtUdevRule(options) },
    { id: 'serial-ports', title: 'Right to open serial ports', look: () => lookAtSerialPorts(options) },
    { id: 'port-grabbers', title: 'Other programs at serial ports', look: () => lookAtGrabbers(options) },
  ];
  return [
    ...(options.platform === 'linux' ? linux : []),
    { id: 'data-folder', title: 'Data folder', look: () => lookAtDataFolder(options) },
    { id: 'clock', title: 'Clock', look: () => lookAtClock(options) },
    { id: 'history', title: 'History', look: () => lookAtHistory(options) },
  ];
}

async function checkOf({ id, title, look }: Inspection, deadlineMs: number): Promise<Check[]> {
  try {
    const finding = await withDeadline(look(), deadlineMs, 'The look at it');
    return finding ? [{ id, title, ...finding }] : [];
  } catch (error) {
    return [{ id, title, ...unknown(`This could not be looked at: ${errorWords(error)}.`) }];
  }
}

/** @param deadlineMs for each look */
export function createSystemChecks(options: ChecksOptions, deadlineMs = DEADLINE_MS): SystemChecks {
  async function lookAtAll(): Promise<Checks> {
    const checks = await Promise.all(inspections(options).map((inspection) => checkOf(inspection, deadlineMs)));
    return { checks: checks.flat() };
  }

  let running: Promise<Checks> | undefined;
  return {
    // Whoever asks meanwhile gets the same: looking at every process costs something.
    run: () => {
      running ??= lookAtAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
