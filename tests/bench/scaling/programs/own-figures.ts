/** What a program that is measured says of itself when its parent asks: the parent cannot see into its threads. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { GCProfiler, type GCProfilerResult } from 'node:v8';
import type { MainThreadProfiler, ProfileNode } from './profiler.ts';

/** Asked of the program over its channel: begin a window, or end it with an answer. */
export type Question = 'begin' | 'end';

/** Of the time between `begin` and `end`. */
export interface OwnFigures {
  /** Milliseconds that passed. */
  elapsedMs: number;
  /** Processor time of all threads, and of the main thread, in milliseconds. */
  cpuMs: number;
  mainCpuMs: number;
  /** Of the main thread, in milliseconds; with the ten that its timer waits for. */
  loopDelayP99: number;
  /** What the main thread's garbage collections freed, in bytes. */
  garbageBytes: number;
  /** Resident set at the end, in MiB. */
  residentMiB: number;
  /** Where the main thread was, if that was looked at. */
  profile?: ProfileNode[];
}

const NANOSECONDS = 1e6;

/** A timer of 1 ms would cost 2.5 % of a core by itself, more than a service with a few instruments. Milliseconds. */
const RESOLUTION_MS = 10;

/**
 * Answers the questions of the parent from now on.
 * @param profiler looks where the main thread is, which makes all that it does slower
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
