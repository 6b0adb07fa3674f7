import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

/** One kind of tests, and one project of the test runner. */
export interface TestProject {
  name: string;
  /** Globs of its files, relative to the project folder. */
  include: readonly string[];
  /** Limit of one test, in milliseconds. */
  testTimeoutMs: number;
  /** A longer total of its files is reported, in seconds. */
  budgetSeconds: number;
  /** How its files use the processor: some compute, others wait for ports, brokers and timeouts. */
  load: 'computes' | 'waits' | 'virtual machine';
  /** Path prefixes that it tests without importing them: built code, and files. */
  tests: readonly string[];
}

const SERVICE: readonly string[] = ['service/', 'build/'];

/** `sequencer.ts` decides the order of their files. */
export const PROJECTS: readonly TestProject[] = [
  {
    name: 'usb',
    include: ['tests/usb/**/*.test.ts'],
    testTimeoutMs: 60_000,
    budgetSeconds: 300,
    load: 'virtual machine',
    tests: [...SERVICE, 'tests/emulator/', 'tests/support/', 'tests/usb/'],
  },
  {
    name: 'power',
    include: ['tests/power/**/*.test.ts'],
    testTimeoutMs: 60_000,
    budgetSeconds: 60,
    load: 'virtual machine',
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
    testTimeoutMs: 120_000,
    budgetSeconds: 400,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'mqtt',
    include: ['tests/mqtt/**/*.test.ts'],
    testTimeoutMs: 120_000,
    budgetSeconds: 150,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'gateway',
    include: ['tests/gateway/**/*.test.ts'],
    testTimeoutMs: 120_000,
    budgetSeconds: 120,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'serial',
    include: ['tests/serial/**/*.test.ts'],
    testTimeoutMs: 120_000,
    budgetSeconds: 120,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'databases',
    include: ['tests/databases/**/*.test.ts'],
    testTimeoutMs: 120_000,
    budgetSeconds: 120,
    load: 'waits',
    tests: [...SERVICE, 'docs/'],
  },
  {
    name: 'notifications',
    include: ['tests/notifications/**/*.test.ts'],
    testTimeoutMs: 120_000,
    budgetSeconds: 60,
    load: 'waits',
    tests: SERVICE,
  },
  {
    name: 'node-red',
    include: ['tests/node-red/**/*.test.ts'],
    testTimeoutMs: 120_000,
    budgetSeconds: 60,
    load: 'waits',
    tests: [...SERVICE, 'docs/node-red.md', 'docs/examples/node-red/'],
  },
  {
    name: 'unit',
    include: ['tests/{service,renderer,electron,emulator,build,docs,fuzz,soak,bench}/**/*.test.ts'],
    // Tests that use the disk for seconds take much longer on a busy machine.
    testTimeoutMs: 90_000,
    budgetSeconds: 250,
    load: 'computes',
    tests: ['docs/', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.github/', 'package'],
  },
];

/** Runs every benchmark once, to detect crashes and missing readings. Not a project of the test runner. */
export const BENCH = 'bench';

/** Files that need their own process: they mock modules, count timers or inspect the heap. */
const NEEDS_ITS_OWN = /^vi\.mock|getTimerCount|HeapSnapshot/m;

/** Files whose support code counts timers. */
const COUNT_TIMERS = 'tests/service/drivers/usb/';

/** The runner's project for unit tests that need their own process. */
export const UNIT_ALONE = 'unit-alone';

/** Unit tests that need their own process: paths relative to the project folder, with slashes. */
export function unitTestsAlone(): string[] {
  const { include } = PROJECTS.find(({ name }) => name === 'unit') ?? { include: [] };
  return globSync([...include], { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.startsWith(COUNT_TIMERS) || NEEDS_ITS_OWN.test(readFileSync(join(ROOT, file), 'utf8')));
}

/** The test project of a project of the test runner. */
export function projectNamed(runnerProject: string): TestProject | undefined {
  return PROJECTS.find(({ name }) => name === runnerProject || (name === 'unit' && runnerProject === UNIT_ALONE));
}

/** @param file relative to the project folder, with slashes */
export function projectOf(file: string): TestProject | undefined {
  const folder = /^tests\/([^/]+)\/.*\.test\.ts$/.exec(file)?.[1];
  if (!folder) return undefined;
  return PROJECTS.find(({ name }) => name === folder) ?? PROJECTS.find(({ name }) => name === 'unit');
}
