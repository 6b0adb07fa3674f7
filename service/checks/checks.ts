/** Whether this computer lets instruments be found and read: each thing is looked at by itself, within a bound. */
import type { Check, Checks } from '../contract/index.ts';
import type { SystemChecks } from '../http/options.ts';
import { withDeadline } from '../support/deadline.ts';
import { errorClause } from '../support/errors.ts';
import { type CheckResult, type ChecksOptions, type SystemCheckContext, undetermined } from './check-result.ts';
import { checkClock, checkDataFolder, checkHistory } from './computer.ts';
import { checkPortGrabbers, lookAtSerialPorts } from './serial-ports.ts';
import { lookAtUdevRule } from './udev-rule.ts';
import { lookAtUsbBus } from './usb-bus.ts';

/** How long one look may take, in milliseconds: a disk that hangs hangs for ever. */
const DEADLINE_MS = 3000;

function inspections(options: ChecksOptions): SystemCheckContext[] {
  const linux: SystemCheckContext[] = [
    { id: 'usb', title: 'USB', look: () => lookAtUsbBus(options) },
    { id: 'udev-rule', title: 'USB device access', look: () => lookAtUdevRule(options) },
    { id: 'serial-ports', title: 'Serial port access', look: () => lookAtSerialPorts(options) },
    { id: 'port-grabbers', title: 'Programs using serial ports', look: () => checkPortGrabbers(options) },
  ];
  return [
    ...(options.platform === 'linux' ? linux : []),
    { id: 'data-folder', title: 'Data folder', look: () => checkDataFolder(options) },
    { id: 'clock', title: 'Clock', look: () => checkClock(options) },
    { id: 'history', title: 'History', look: () => checkHistory(options) },
  ];
}

/** Looks that are under way, by id: of those that hang one is left, however often they are asked for. */
type UnderWay = Map<string, Promise<CheckResult | undefined>>;

function lookOnce({ id, look }: SystemCheckContext, underWay: UnderWay): Promise<CheckResult | undefined> {
  const known = underWay.get(id);
  if (known) return known;
  const begun = look().finally(() => underWay.delete(id));
  underWay.set(id, begun);
  return begun;
}

async function checkOf(inspection: SystemCheckContext, underWay: UnderWay, deadlineMs: number): Promise<Check[]> {
  const { id, title } = inspection;
  try {
    const finding = await withDeadline(lookOnce(inspection, underWay), deadlineMs, 'The check');
    return finding ? [{ id, title, ...finding }] : [];
  } catch (error) {
    return [{ id, title, ...undetermined(`Check failed: ${errorClause(error)}.`) }];
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
