/** The kinds of tests: one project of the test runner for each. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

/** The tests of one kind. */
export interface TestProject {
  name: string;
  /** Where its files are: globs, from the project's folder. */
  include: readonly string[];
  /** How long a test may take before it fails, in milliseconds: a bound, not an expectation. */
  testTimeoutMs: number;
  /** How long its files may take together before that is noted, in seconds. */
  budgetSeconds: number;
  /** How its files load the computer: some compute, others wait for lines, brokers and deadlines. */
  load: 'computes' | 'waits' | 'virtual computer';
  /** Beginnings of the paths that it tests as built or as files, so that no import leads there. */
  tests: readonly string[];
}

const SERVICE: readonly string[] = ['service/', 'build/'];

/** All of them; which files start first is decided by `sequencer.ts`. */
export const PROJECTS: readonly TestProject[] = [
  {
    name: 'usb',
    include: ['tests/usb/**/*.test.ts'],
    testTimeoutMs: 60_000,
    budgetSeconds: 300,
    load: 'virtual computer',
    tests: [...SERVICE, 'tests/instruments/', 'tests/support/', 'tests/usb/'],
  },
  {
    name: 'power',
    include: ['tests/power/**/*.test.ts'],
    testTimeoutMs: 60_000,
    budgetSeconds: 60,
    load: 'virtual computer',
    tests: [...SERVICE, 'tests/power/', 'tests/support/'],
  },
  {
    name: 'gui',
    include: ['tests/gui/**/*.test.ts'],
    testTimeoutMs: 120_000,
    budgetSeconds: 700,
    load: 'computes',
    tests: ['renderer/', ...SERVICE],
  },
  {
    name: 'desktop',
    include: ['tests/desktop/**/*.test.ts'],
    testTimeoutMs: 180_000,
    budgetSeconds: 200,
    load: 'computes',
    tests: ['electron/', 'renderer/', ...SERVICE],
  },
  {
    name: 'package',
    include: ['tests/package/**/*.test.ts'],
    testTimeoutMs: 180_000,
    budgetSeconds: 60,
    load: 'computes',
    tests: ['electron/', 'renderer/', ...SERVICE],
  },
  {
    name: 'contract',
    include: ['tests/contract/**/*.test.ts'],
    testTimeoutMs: 60_000,
    budgetSeconds: 400,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'mqtt',
    include: ['tests/mqtt/**/*.test.ts'],
    testTimeoutMs: 60_000,
    budgetSeconds: 150,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'gateway',
    include: ['tests/gateway/**/*.test.ts'],
    testTimeoutMs: 60_000,
    budgetSeconds: 120,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'serial',
    include: ['tests/serial/**/*.test.ts'],
    testTimeoutMs: 60_000,
    budgetSeconds: 120,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'unit',
    include: ['tests/{service,renderer,electron,instruments,build,docs,fuzz,soak}/**/*.test.ts'],
    // Those that write and read files for seconds take a multiple of that on a busy machine.
    testTimeoutMs: 90_000,
    budgetSeconds: 250,
    load: 'computes',
    tests: ['docs/', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.github/', 'package'],
  },
];

/** Every benchmark once, for crashes and lost readings: no project of the test runner. */
export const BENCH = 'bench';

/** What needs modules and timers of its own: replaced modules, counted timers, a heap that is searched. */
const NEEDS_ITS_OWN = /^vi\.mock|getTimerCount|HeapSnapshot/m;

/** Folders whose files count timers in their support. */
const COUNT_TIMERS = 'tests/service/drivers/usb/';

/** The runner's project of the unit tests that cannot share their process with others. */
export const UNIT_ALONE = 'unit-alone';

/** The unit tests that cannot share their process with others: from the project's folder, with slashes. */
export function unitTestsAlone(): string[] {
  const { include } = PROJECTS.find(({ name }) => name === 'unit') ?? { include: [] };
  return globSync([...include], { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.startsWith(COUNT_TIMERS) || NEEDS_ITS_OWN.test(readFileSync(join(ROOT, file), 'utf8')));
}

/** The project that a project of the test runner is, or is a part of. */
export function projectNamed(runnerProject: string): TestProject | undefined {
  return PROJECTS.find(({ name }) => name === runnerProject || (name === 'unit' && runnerProject === UNIT_ALONE));
}

/** The project that a test file belongs to. @param file from the project's folder, with slashes */
export function projectOf(file: string): TestProject | undefined {
  const folder = /^tests\/([^/]+)\/.*\.test\.ts$/.exec(file)?.[1];
  if (!folder) return undefined;
  return PROJECTS.find(({ name }) => name === folder) ?? PROJECTS.find(({ name }) => name === 'unit');
}
