/** The cost of the packaged app while it only samples. */
import { resultOf, type Section } from '../results.ts';
import { desktopObstacle } from './obstacle.ts';
import { rendererCount, treeCpu, treeMemory } from './process-tree.ts';
import { bareWindow, packagedApp, type Started, type Subject } from './subject.ts';

export interface IdleOptions {
  rounds: number;
  /** Before each measurement, in milliseconds. */
  settleMs: number;
  /** Length of the measurement, in milliseconds. */
  durationMs: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The share of one core of all processes together, in percent. Those that end meanwhile count until then. */
async function coreShare(pid: number, durationMs: number): Promise<number> {
  const before = treeCpu(pid);
  const begin = performance.now();
  await pause(durationMs);
  const seconds = (performance.now() - begin) / 1000;
  const used = [...treeCpu(pid)].map(([child, time]) => time - (before.get(child) ?? 0));
  return (used.reduce((sum, each) => sum + each, 0) / seconds) * 100;
}

interface Looked {
  core: number[];
  memory: number[];
  renderers: number[];
}

async function look({ pid }: Started, { settleMs, durationMs }: IdleOptions, into: Looked): Promise<void> {
  await pause(settleMs);
  into.core.push(await coreShare(pid, durationMs));
  into.memory.push(treeMemory(pid));
  into.renderers.push(rendererCount(pid));
}

async function lookAtBare(subject: Subject, options: IdleOptions, into: Looked): Promise<void> {
  const started = await subject.start();
  try {
    await look(started, options, into);
  } finally {
    await started.stop();
  }
}

export async function measureIdle(options: IdleOptions): Promise<Section> {
  const { rounds, settleMs, durationMs } = options;
  const section: Section = {
    title: 'At rest',
    method:
      `The packaged app as above. Processor time of all its processes for ${durationMs / 1000} s, from ` +
      `${settleMs / 1000} s after the window opens, and as long after it closes to the tray; beside it the bare window, ` +
      `as long after it opens. Without a graphics card, the processor draws the open window. ${rounds} rounds with fresh ` +
      'processes.',
    results: [],
  };
  const skipped = await desktopObstacle();
  if (skipped) return { ...section, skipped };
  const bareApp = await bareWindow(false);
  const app = await packagedApp();
  const open: Looked = { core: [], memory: [], renderers: [] };
  const closed: Looked = { core: [], memory: [], renderers: [] };
  const bare: Looked = { core: [], memory: [], renderers: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      await lookAtBare(bareApp, options, bare);
      const started = await app.start();
      try {
        await look(started, options, open);
        await started.closeWindow();
        await look(started, options, closed);
      } finally {
        await started.stop();
      }
    }
  } finally {
    await app.remove();
    await bareApp.remove();
  }
  const bareCore = 'bare window, open: share of one core';
  return {
    ...section,
    results: [
      resultOf('window closed: share of one core', '%', closed.core, { is: 'below', value: 1, beside: bareCore }),
      resultOf(bareCore, '%', bare.core),
      resultOf('window open: share of one core', '%', open.core),
      resultOf('window closed: memory', 'MiB', closed.memory),
      resultOf('window open: memory', 'MiB', open.memory),
      resultOf('window closed: renderer processes', '', closed.renderers, {
        is: 'below',
        value: 1,
        beside: 'window open: renderer processes',
      }),
      resultOf('window open: renderer processes', '', open.renderers),
    ],
  };
}
