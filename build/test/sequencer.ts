import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projectNamed, type TestProject } from './projects.ts';

/**
 * Runs files that wait beside files that compute, long ones first, so that no long file runs alone at the end. Virtual
 * machines take longest and start first.
 */
export class Interleaved extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = this.#estimate(files);
    const secondsOf = (file: TestSpecification): number => seconds.get(file) ?? 0;
    const loaded = (load: TestProject['load']): TestSpecification[] =>
      files
        .filter(({ project }) => projectNamed(project.name)?.load === load)
        // Files that share modules come last and together: one worker runs them in sequence.
        .toSorted((a, b) => sharesModules(a) - sharesModules(b) || secondsOf(b) - secondsOf(a));
    return [...loaded('virtual machine'), ...interleave(loaded('waits'), loaded('computes'), secondsOf)];
  }

  /** Seconds of each file: as in the last run here, else its share of the project's budget, by size. */
  #estimate(files: readonly TestSpecification[]): Map<TestSpecification, number> {
    const sizes = new Map(files.map((file) => [file, statSync(file.moduleId).size]));
    const totals = new Map<string, number>();
    for (const [{ project }, size] of sizes) totals.set(project.name, (totals.get(project.name) ?? 0) + size);
    const estimate = (file: TestSpecification): number => {
      const last = this.ctx.cache.getTestSpecificationResult(file)?.duration;
      if (last !== undefined) return last / 1000;
      const { budgetSeconds = 0 } = projectNamed(file.project.name) ?? {};
      return (budgetSeconds * (sizes.get(file) ?? 0)) / (totals.get(file.project.name) ?? 1);
    };
    return new Map(files.map((file) => [file, estimate(file)]));
  }
}

function sharesModules({ project }: TestSpecification): number {
  return project.config.isolate ? 0 : 1;
}

/** Merges two lists so that both progress equally. @param weightOf an entry, in any unit */
export function interleave<T>(one: readonly T[], other: readonly T[], weightOf: (entry: T) => number): T[] {
  const queues = [one, other].map((list) => ({
    list: [...list],
    done: 0,
    total: list.reduce((sum, entry) => sum + weightOf(entry), 0) || 1,
  }));
  const order: T[] = [];
  for (;;) {
    const waiting = queues.filter(({ list }) => list.length > 0);
    const [next] = waiting.toSorted((a, b) => a.done / a.total - b.done / b.total);
    const entry = next?.list.shift();
    if (!next || entry === undefined) return order;
    next.done += weightOf(entry);
    order.push(entry);
  }
}
