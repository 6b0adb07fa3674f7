/** What Linux tells of a running process. */
import { readFileSync } from 'node:fs';

/** Ticks per second of the times in /proc: fixed at 100 for user space on every Linux. */
const TICKS_PER_SECOND = 100;

/** Whether `/proc` can be asked. */
export const HAS_PROC = process.platform === 'linux';

/** Memory in use (resident set), in MiB. */
export function residentMiB(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`The process ${pid} has ended.`);
  return Number(kilobytes) / 1024;
}

/** Processor time used so far, user and system, all threads, in seconds. */
export function cpuSeconds(pid: number): number {
  // The second field is the name in parentheses and may hold spaces; user and system time are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
