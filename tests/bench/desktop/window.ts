/** The packaged app beside a bare window: how soon it is seen, and what it holds in memory. */
import { resultOf, type Section } from '../results.ts';
import { desktopObstacle } from './obstacle.ts';
import { treeMemory } from './process-tree.ts';
import { bareWindow, packagedApp, type Subject } from './subject.ts';

export interface WindowOptions {
  rounds: number;
  /** How long each runs before its memory is looked at, in milliseconds. */
  settleMs: number;
}

interface Figures {
  startMs: number[];
  memoryMib: number[];
}

async function measureOnce(subject: Subject, settleMs: number, figures: Figures): Promise<void> {
  const started = await subject.start();
  try {
    figures.startMs.push(started.startMs);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    figures.memoryMib.push(treeMemory(started.pid));
  } finally {
    await started.stop();
  }
}

function ratios(of: readonly number[], to: readonly number[]): number[] {
  return of.map((value, round) => value / (to[round] ?? Number.NaN));
}

export async function measureWindow({ rounds, settleMs }: WindowOptions): Promise<Section> {
  const section: Section = {
    title: 'The window',
    method:
      'The packaged app with five simulated instruments that measure once a second, beside a bare Electron window with ' +
      'an empty page on the same runtime (the test runtime, Electron 42), both as a user without rights with the ' +
      `sandbox on, on an X server without a graphics card; ${rounds} rounds in turn with empty data folders, the files in the ` +
      'page cache, a first round not counted. Visible: from starting the process until the X server shows the window; the ' +
      'bare one shows it when its page is drawn, and once more before. Memory: proportional set size of all its ' +
      `processes, ${settleMs / 1000} s later. The ratios are those of one and the same round.`,
    results: [],
  };
  const skipped = await desktopObstacle();
  if (skipped) return { ...section, skipped };
  const subjects = [await bareWindow(false), await bareWindow(true), await packagedApp()] as const;
  const figures = subjects.map((): Figures => ({ startMs: [], memoryMib: [] }));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, subject] of subjects.entries()) {
        const into = round === 0 ? { startMs: [], memoryMib: [] } : figures[index];
        if (into) await measureOnce(subject, round === 0 ? 0 : settleMs, into);
      }
    }
  } finally {
    for (const subject of subjects) await subject.remove();
  }
  const [bare, early, app] = figures as [Figures, Figures, Figures];
  return {
    ...section,
    results: [
      resultOf('bare window, drawn: visible after', 'ms', bare.startMs),
      resultOf('bare window, at once: visible after', 'ms', early.startMs),
      resultOf('Mensura: visible after', 'ms', app.startMs),
      resultOf('Mensura over a bare window, drawn', '', ratios(app.startMs, bare.startMs), {
        is: 'below',
        value: 1.3,
        beside: 'bare window, drawn: visible after',
      }),
      resultOf('Mensura over a bare window, at once', '', ratios(app.startMs, early.startMs), {
        is: 'below',
        value: 1.3,
        beside: 'bare window, at once: visible after',
      }),
      resultOf('bare window: memory', 'MiB', bare.memoryMib),
      resultOf('Mensura: memory', 'MiB', app.memoryMib),
      resultOf('Mensura over a bare window: memory', '', ratios(app.memoryMib, bare.memoryMib), {
        is: 'below',
        value: 1.5,
        beside: 'bare window: memory',
      }),
    ],
  };
}
