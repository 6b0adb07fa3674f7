import { defineConfig } from 'vitest/config';
import { FROM_TYPESCRIPT } from './build/node-flags.ts';

/** One project per kind of test; `npm test` runs each and adds up what they say. */
const project = (name: string, include: string[], testTimeout: number) => ({
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: 120_000,
    environment: 'node' as const,
    // A bound, not an expectation: what is polled for comes when the machine gets to it.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['tests/support/property-runs.ts'],
  },
});

export default defineConfig({
  test: {
    projects: [
      project(
        'unit',
        ['tests/{service,renderer,electron,instruments,build,docs,fuzz,soak}/**/*.test.ts'],
        // Those that write and read files for seconds take a multiple of that on a busy machine.
        90_000,
      ),
      project('contract', ['tests/contract/**/*.test.ts'], 60_000),
      project('serial', ['tests/serial/**/*.test.ts'], 60_000),
      project('mqtt', ['tests/mqtt/**/*.test.ts'], 60_000),
      project('gateway', ['tests/gateway/**/*.test.ts'], 60_000),
      project('gui', ['tests/gui/**/*.test.ts'], 120_000),
      project('desktop', ['tests/desktop/**/*.test.ts'], 180_000),
      project('package', ['tests/package/**/*.test.ts'], 180_000),
      project('usb', ['tests/usb/**/*.test.ts'], 60_000),
      project('power', ['tests/power/**/*.test.ts'], 60_000),
    ],
    // Two cores: more workers only make each other late.
    maxWorkers: 2,
    execArgv: [...FROM_TYPESCRIPT],
  },
});
