import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FROM_TYPESCRIPT } from './build/node-flags.ts';
import { PROJECTS } from './build/test/projects.ts';
import { Interleaved } from './build/test/sequencer.ts';

export default defineConfig({
  test: {
    projects: PROJECTS.map(({ name, include, testTimeoutMs }) => ({
      test: {
        name,
        include: [...include],
        testTimeout: testTimeoutMs,
        hookTimeout: 120_000,
        environment: 'node' as const,
        // A bound, not an expectation: what is polled for comes when the machine gets to it.
        expect: { poll: { timeout: 20_000 } },
        setupFiles: ['tests/support/property-runs.ts'],
      },
    })),
    // Half of the files wait most of their time: two of these beside one that computes on each core.
    maxWorkers: Math.max(2, availableParallelism()) + 2,
    sequence: { sequencer: Interleaved },
    execArgv: [...FROM_TYPESCRIPT],
  },
});
