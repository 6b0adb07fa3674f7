/** The packaged app beside a bare window: time until it is visible, and memory. */
import { resultOf, type Section } from '../results.ts';
import { desktopObstacle } from './obstacle.ts';
import { treeMemory } from './process-tree.ts';
import { bareWindow, packagedApp, type Subject } from './subject.ts';

export interface WindowOptions {
  rounds: number;
  /** Time before memory is read, in milliseconds. */
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
    title: 'Opening the window',
    method:
      'The packaged app with five simulated devices sampled every second, beside a bare Electron window with an empty ' +
      'page on the same runtime (the test runtime, Electron 42). Both run as an unprivileged user with the sandbox, on an ' +
      `X server without a graphics card. ${rounds} rounds in turn with empty data folders and the files in the page ` +
      'cache; one more round, the first, does not count. Visible: from starting the process until the X server shows the ' +
      'window. The bare window is shown when its page is drawn, and in a second run immediately. Memory: proportional ' +
      `set size of all processes, ${settleMs / 1000} s later.`,
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
      resultOf('bare, when drawn: visible after', 'ms', bare.startMs),
      resultOf('bare, immediately: visible after', 'ms', early.startMs),
      resultOf('Mensura: visible after', 'ms', app.startMs),
      resultOf('Mensura over bare, when drawn: visible after', '', ratios(app.startMs, bare.startMs), {
        is: 'below',
        value: 1.3,
        beside: 'bare, when drawn: visible after',
      }),
      resultOf('Mensura over bare, immediately: visible after', '', ratios(app.startMs, early.startMs), {
        is: 'below',
        value: 1.3,
        beside: 'bare, immediately: visible after',
      }),
      resultOf('bare, when drawn: memory', 'MiB', bare.memoryMib),
      resultOf('Mensura: memory', 'MiB', app.memoryMib),
      resultOf('Mensura over bare, when drawn: memory', '', ratios(app.memoryMib, bare.memoryMib), {
        is: 'below',
        value: 1.5,
        beside: 'bare, when drawn: memory',
      }),
    ],
  };
}
