/** Memory of the running service, against a bare express server. */
import { HAS_PROC, residentMiB } from './process-figures.ts';
import type { Section } from './results.ts';
import { resultOf } from './results.ts';
import { ServerProcess } from './server-process.ts';
import { startWatchedService } from './services.ts';

export interface MemoryOptions {
  rounds: number;
  /** Time before memory is read, in milliseconds. */
  settleMs: number;
}

export async function measureMemory({ rounds, settleMs }: MemoryOptions): Promise<Section> {
  const section: Section = {
    title: 'Memory',
    method:
      `Resident memory after ${settleMs} ms without requests: express with one route, the headless service without ` +
      `devices, and with 10 simulated devices sampled every second. ${rounds} rounds with fresh processes.`,
    results: [],
  };
  if (!HAS_PROC) return { ...section, skipped: 'Requires /proc, which only Linux has.' };
  const express: number[] = [];
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    express.push(await memoryOf(await ServerProcess.start('express'), settleMs));
    idle.push(await memoryOf(await serviceWith('--no-simulate'), settleMs));
    busy.push(await memoryOf(await serviceWith('--simulate=10x0'), settleMs));
  }
  return {
    ...section,
    results: [
      resultOf('plain express: resident memory', 'MiB', express),
      resultOf('service, no devices: resident memory', 'MiB', idle),
      resultOf('service, 10 simulated devices: resident memory', 'MiB', busy),
    ],
  };
}

interface Measured {
  pid: number;
  stop(): Promise<unknown>;
}

async function serviceWith(flag: string): Promise<Measured> {
  const service = await startWatchedService({ args: [flag] });
  return { pid: service.process.pid ?? 0, stop: () => service.stop() };
}

async function memoryOf(subject: Measured, settleMs: number): Promise<number> {
  try {
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    return residentMiB(subject.pid);
  } finally {
    await subject.stop();
  }
}
