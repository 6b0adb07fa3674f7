import { counted } from '../../service/support/counted.ts';

export interface FileTime {
  file: string;
  project: string;
  seconds: number;
}

/** Counts, failures and times of a test run. Other programs read its last line. */
export class Outcome {
  passed = 0;
  failed = 0;
  skipped = 0;
  readonly failures: string[] = [];
  readonly files: FileTime[] = [];
  readonly #steps: { name: string; seconds: number }[] = [];

  fail(what: string): void {
    this.failed += 1;
    this.failures.push(what);
  }

  /** Runs a part and measures its time. */
  async step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#steps.push({ name, seconds: (performance.now() - start) / 1000 });
    }
  }

  /** Prints the time of each part, the slowest files, and exceeded budgets. */
  printTimes(budgets: ReadonlyMap<string, number>, fileBudgetSeconds: number): void {
    const projects = new Map<string, number>();
    for (const { project, seconds } of this.files) projects.set(project, (projects.get(project) ?? 0) + seconds);
    const slowest = this.files.toSorted((a, b) => b.seconds - a.seconds);
    console.log('\nTime (files run in parallel, so their sum exceeds the elapsed time):');
    for (const { name, seconds } of this.#steps) console.log(line(name, seconds));
    for (const [name, seconds] of projects) {
      const budget = budgets.get(name) ?? Number.POSITIVE_INFINITY;
      console.log(`  ${line(`files of ${name}`, seconds)}${seconds > budget ? `  (budget ${budget} s)` : ''}`);
    }
    if (slowest.length > 1) {
      console.log('\nSlowest files:');
      for (const { file, seconds } of slowest.slice(0, 10)) console.log(line(file, seconds));
    }
    const slow = slowest.filter(({ seconds }) => seconds > fileBudgetSeconds);
    if (slow.length > 0)
      console.log(
        `\nOver ${fileBudgetSeconds} s: ${counted(slow.length, 'file')}. Split them, or shorten their waits.`,
      );
  }

  /** Prints the failures, then the counts as the last line. */
  printCounts(): void {
    if (this.failures.length > 0) console.log(`\nFailed:\n  ${this.failures.join('\n  ')}`);
    console.log(`${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`);
  }
}

function line(name: string, seconds: number): string {
  return `  ${seconds.toFixed(1).padStart(7)} s  ${name}`;
}
