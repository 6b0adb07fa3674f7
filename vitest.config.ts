import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TYPESCRIPT_NODE_FLAGS } from './build/node-flags.ts';
import { PROJECTS, type TestProject, UNIT_ALONE, unitTestsAlone } from './build/test/projects.ts';
import { Interleaved } from './build/test/sequencer.ts';

// Programs that tests start by the hundred, and the files' own processes, compile and strip types once for all of them.
const compiled = mkdtempSync(join(tmpdir(), 'mensura-compiled-'));
process.env['NODE_COMPILE_CACHE'] = compiled;
process.once('exit', () => rmSync(compiled, { recursive: true, force: true, maxRetries: 5 }));

const project = ({ name, include, testTimeoutMs }: TestProject) => ({
  name,
  include: [...include],
  testTimeout: testTimeoutMs,
  hookTimeout: 120_000,
  environment: 'node' as const,
  // A bound, not an expectation: what is polled for comes when the machine gets to it.
  expect: { poll: { timeout: 20_000 } },
  setupFiles: [
    'tests/support/end-of-file.ts',
    // Elsewhere a run of properties says itself how many there are and of which seed.
    ...(name === 'unit' ? ['tests/support/property-runs.ts'] : []),
  ],
});

/** Most unit tests share the modules that a worker has loaded; some need a process of their own. */
function projectsOf(
  all: TestProject,
): { test: ReturnType<typeof project> & { isolate?: boolean; exclude?: string[] } }[] {
  if (all.name !== 'unit') return [{ test: project(all) }];
  const alone = unitTestsAlone();
  return [
    { test: { ...project(all), exclude: alone, isolate: false } },
    { test: { ...project(all), name: UNIT_ALONE, include: alone } },
  ];
}

export default defineConfig({
  test: {
    projects: PROJECTS.flatMap(projectsOf),
    // Many files wait most of their time: two more than there are cores keep these busy.
    maxWorkers: Math.max(2, availableParallelism()) + 2,
    sequence: { sequencer: Interleaved },
    execArgv: [...TYPESCRIPT_NODE_FLAGS],
  },
});
