/** Figures of a running process, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second of the times in /proc: fixed at 100 for user space on every Linux. */
const TICKS_PER_SECOND = 100;

/** Whether `/proc` exists. */
export const HAS_PROC = process.platform === 'linux';

/** @throws Error when the process has ended */
function ask(pid: number, what: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch (cause) {
    throw new Error(`The process ${pid} has ended.`, { cause });
  }
}

/** Memory in use (resident set), in MiB. @throws Error when the process has ended */
export function residentMiB(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(ask(pid, 'status'))?.[1];
  if (kilobytes === undefined) throw new Error(`The process ${pid} has ended.`);
  return Number(kilobytes) / 1024;
}

/** Processor time used so far, user and system, all threads, in seconds. @throws Error when the process has ended */
export function cpuSeconds(pid: number): number {
  // The second field is the name in parentheses and may hold spaces; user and system time are fields 14 and 15.
  const fields = ask(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Processor time of a process's main thread so far, in seconds. @throws Error when the process has ended */
export function mainThreadSeconds(pid: number): number {
  try {
    // Nanoseconds on a processor are the first field (Linux, Documentation/scheduler/sched-stats).
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  } catch (cause) {
    throw new Error(`The process ${pid} has ended.`, { cause });
  }
}

/**
 * The process with these words in its command line.
 * @throws Error if there is none, or more than one
 */
export function pidOf(words: string): number {
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).includes(words));
  const [pid] = found;
  if (pid === undefined || found.length > 1)
    throw new Error(`${found.length} processes have "${words}" in their command.`);
  return Number(pid);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
