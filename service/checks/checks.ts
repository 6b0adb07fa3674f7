/** Whether this computer lets instruments be found and read: each thing is looked at by itself, within a bound. */
import type { Check, Checks } from '../contract/index.ts';
import type { SystemChecks } from '../http/options.ts';
import { withDeadline } from '../support/deadline.ts';
import { errorClause } from '../support/errors.ts';
import { lookAtClock, lookAtDataFolder, lookAtHistory } from './computer.ts';
import { type ChecksOptions, type Finding, type Inspection, unknown } from './parts.ts';
import { lookAtGrabbers, lookAtSerialPorts } from './serial-ports.ts';
import { lookAtUdevRule } from './udev-rule.ts';
import { lookAtUsbBus } from './usb-bus.ts';

/** How long one look may take, in milliseconds: a disk that hangs hangs for ever. */
const DEADLINE_MS = 3000;

function inspections(options: ChecksOptions): Inspection[] {
  const linux: Inspection[] = [
    { id: 'usb', title: 'USB', look: () => lookAtUsbBus(options) },
    { id: 'udev-rule', title: 'USB device access', look: () => lookAtUdevRule(options) },
    { id: 'serial-ports', title: 'Serial port access', look: () => lookAtSerialPorts(options) },
    { id: 'port-grabbers', title: 'Programs using serial ports', look: () => lookAtGrabbers(options) },
  ];
  return [
    ...(options.platform === 'linux' ? linux : []),
    { id: 'data-folder', title: 'Data folder', look: () => lookAtDataFolder(options) },
    { id: 'clock', title: 'Clock', look: () => lookAtClock(options) },
    { id: 'history', title: 'History', look: () => lookAtHistory(options) },
  ];
}

/** Looks that are under way, by id: of those that hang one is left, however often they are asked for. */
type UnderWay = Map<string, Promise<Finding | undefined>>;

function lookOnce({ id, look }: Inspection, underWay: UnderWay): Promise<Finding | undefined> {
  const known = underWay.get(id);
  if (known) return known;
  const begun = look().finally(() => underWay.delete(id));
  underWay.set(id, begun);
  return begun;
}

async function checkOf(inspection: Inspection, underWay: UnderWay, deadlineMs: number): Promise<Check[]> {
  const { id, title } = inspection;
  try {
    const finding = await withDeadline(lookOnce(inspection, underWay), deadlineMs, 'The check');
    return finding ? [{ id, title, ...finding }] : [];
  } catch (error) {
    return [{ id, title, ...unknown(`Check failed: ${errorClause(error)}.`) }];
  }
}

/** @param deadlineMs for each look */
export function createSystemChecks(options: ChecksOptions, deadlineMs = DEADLINE_MS): SystemChecks {
  const underWay: UnderWay = new Map();

  async function lookAtAll(): Promise<Checks> {
    const checks = await Promise.all(
      inspections(options).map((inspection) => checkOf(inspection, underWay, deadlineMs)),
    );
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
