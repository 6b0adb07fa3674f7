/** Figures of a process and its descendants, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { cpuSeconds } from '../process-figures.ts';

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1] ?? 0);
}

/** The process itself and its descendants. */
export function processTree(root: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const belongs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at; at = parents.get(at)) if (at === root) return true;
    return false;
  };
  return pids.filter(belongs);
}

/** Proportional set size in MiB. */
export function treeMemory(root: number): number {
  const kilobytes = processTree(root).map((pid) =>
    Number(/^Pss:\s+(\d+) kB$/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Processor time of each process so far, in seconds. */
export function treeCpu(root: number): Map<number, number> {
  const times = processTree(root).map((pid): [number, number] | undefined => {
    try {
      return [pid, cpuSeconds(pid)];
    } catch {
      // It has ended since the tree was read.
      return undefined;
    }
  });
  return new Map(times.filter((entry) => entry !== undefined));
}

/** Renderer processes of the tree. */
export function rendererCount(root: number): number {
  return processTree(root).filter((pid) => read(pid, 'cmdline').includes('--type=renderer')).length;
}
