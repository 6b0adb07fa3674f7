/** One power cut: a guest measures on its own disk until its plug is pulled. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';
import { bootVm, type VmExit } from '../../../build/vm/boot.ts';
import { nodeScript } from '../../../build/vm/node-script.ts';
import { DATA, diskTool } from './look.ts';
import { type Ask, type MeasureReport, REPORT_MS, type Seen } from './messages.ts';

const MOUNT = '/run/power';
const DISK_MIB = 256;
/** A bound, not an expectation: the computer may have much else to do. */
const LIMIT_MS = 400_000;

export interface Cut {
  /** Everything the event stream had told, report by report; the last one is the moment of the cut. */
  reports: MeasureReport[];
  /** The disk, as the cut left it. */
  disk: string;
  remove(): Promise<void>;
}

function script(): ReturnType<typeof nodeScript> {
  return nodeScript({
    file: join(ROOT, 'tests/power/guest/measure.ts'),
    args: [`${MOUNT}/${DATA}`],
    before: [`mkdir -p ${MOUNT}`, `mount -t ext4 /dev/vda ${MOUNT} || exit 1`],
  });
}

function withConsole(what: string, { console: text, timedOut }: VmExit): Error {
  return new Error(`${what}${timedOut ? ' within its time' : ''}. Its console:\n${text.slice(-8000)}`);
}

/**
 * Measures for a while and pulls the plug.
 * @param afterMs how long after the first report, in milliseconds; longer by what a guest that is held up may lose more
 */
export async function measureAndCut(afterMs: number): Promise<Cut> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-power-'));
  const disk = join(folder, 'disk');
  execFileSync('truncate', ['-s', `${DISK_MIB}M`, disk]);
  execFileSync(diskTool('mkfs.ext4'), ['-q', disk]);
  const reports: MeasureReport[] = [];
  const guest = await bootVm({
    ...script(),
    disk,
    limitMs: LIMIT_MS,
    onOutput: (line) => {
      reports.push(JSON.parse(line) as MeasureReport);
      const first = reports.find(({ seen }) => Object.keys(seen).length > 0);
      if (first && (reports.at(-1)?.now ?? 0) - first.now >= afterMs + heldUp(reports)) guest.kill();
    },
  });
  const end = await guest.ended;
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  if (reports.length > 0 && !end.timedOut) return { reports, disk, remove };
  await remove();
  throw withConsole('The guest did not measure', end);
}

/**
 * How old a reading may be, at most, that a cut costs, in milliseconds. What is promised is a second, unless the disk is
 * slow: two commits of a slow disk lie between a reading and its being there, the one under way when it came and its own.
 */
const LOST_MS = 2500;

/** Between a reading's being told and its being on the disk: the history's batch, its thread, and the disk. */
const STAGES = 3;

/**
 * How much longer the way to the disk may take in a guest that this computer gives little time: the stages of the way
 * wait as long as the reports do. In milliseconds.
 */
function heldUp(reports: readonly MeasureReport[]): number {
  const gaps = reports.slice(1).map(({ now }, index) => now - (reports[index]?.now ?? now));
  return STAGES * Math.max(0, ...gaps.map((gap) => gap - REPORT_MS));
}

/** What had been told so long before the cut that it must be kept: the newest report that is old enough. */
export function lastThatMustBeKept(reports: readonly MeasureReport[]): MeasureReport | undefined {
  const cut = reports.at(-1)?.now ?? 0;
  return reports.findLast(({ now }) => now <= cut - LOST_MS - heldUp(reports));
}

/** How many of the readings that were told of an instrument are kept? */
export function question([serial, { channel, first, last }]: [string, Seen]): Ask {
  return { serial, channel, from: first, last };
}
