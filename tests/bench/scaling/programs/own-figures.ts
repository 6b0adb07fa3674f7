/** Figures of a measured program about its own threads, for its parent. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { GCProfiler, type GCProfilerResult } from 'node:v8';
import type { MainThreadProfiler, ProfileNode } from './profiler.ts';

/** Requests of the parent: begin a window, or end it and return its figures. */
export type Question = 'begin' | 'end';

/** Between `begin` and `end`. */
export interface OwnFigures {
  /** Elapsed milliseconds. */
  elapsedMs: number;
  /** Processor time of all threads, and of the main thread, in milliseconds. */
  cpuMs: number;
  mainCpuMs: number;
  /** Event loop delay of the main thread, in milliseconds, including its timer of 10 ms. */
  loopDelayP99: number;
  /** Bytes freed by the main thread's garbage collections. */
  garbageBytes: number;
  /** Resident memory at the end, in MiB. */
  residentMiB: number;
  /** The profile of the main thread, if taken. */
  profile?: ProfileNode[];
}

const NANOSECONDS = 1e6;

/** A timer of 1 ms would cost 2.5 % of a core, more than a service with a few devices. Milliseconds. */
const RESOLUTION_MS = 10;

/**
 * Responds to requests of the parent from now on.
 * @param profiler profiles the main thread, which slows it down
 */
export function answerQuestions(profiler?: MainThreadProfiler): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let collections = new GCProfiler();
  let since = { at: 0, cpu: process.cpuUsage(), main: process.threadCpuUsage() };
  process.on('message', (question) => {
    if (question === 'begin') {
      delays.reset();
      delays.enable();
      collections = new GCProfiler();
      collections.start();
      since = { at: performance.now(), cpu: process.cpuUsage(), main: process.threadCpuUsage() };
      void profiler?.start();
    } else if (question === 'end') {
      delays.disable();
      const cpu = process.cpuUsage(since.cpu);
      const main = process.threadCpuUsage(since.main);
      const figures: OwnFigures = {
        elapsedMs: performance.now() - since.at,
        cpuMs: (cpu.user + cpu.system) / 1000,
        mainCpuMs: (main.user + main.system) / 1000,
        loopDelayP99: delays.percentile(99) / NANOSECONDS,
        garbageBytes: freed(collections.stop()),
        residentMiB: process.memoryUsage.rss() / 2 ** 20,
      };
      if (profiler) void profiler.stop().then((profile) => process.send?.({ ...figures, profile }));
      else process.send?.(figures);
    }
  });
}

function freed({ statistics }: GCProfilerResult): number {
  const used = (each: { heapStatistics: { usedHeapSize: number } }): number => each.heapStatistics.usedHeapSize;
  return statistics.reduce((sum, { beforeGC, afterGC }) => sum + used(beforeGC) - used(afterGC), 0);
}
