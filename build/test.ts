/**
 * `npm test`: everything, on a fresh machine. Last line: `N passed, N failed, N skipped`. With CI=true a part that
 * cannot run counts as failed.
 *
 *   --only WORDS   the tests of these projects alone, with commas: of unit, contract, serial, mqtt, gateway, gui,
 *                  desktop, package, usb, power; and bench: every benchmark once, for crashes and lost readings
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from './freshness.ts';
import { ROOT } from './paths.ts';
import { prepareTests } from './test-prerequisites.ts';

const CI = process.env['CI'] === 'true';

/** The vitest projects in the order they run: what fails fast comes first. */
const PROJECTS = ['unit', 'contract', 'serial', 'mqtt', 'gateway', 'gui', 'desktop', 'package', 'usb', 'power'];

/** Of these three files run at a time where there are four cores: all they want of the computer is its time. */
const QUICKER_WITH_MORE: ReadonlySet<string> = new Set(['unit', 'gui']);

/** What runs after them: `npm run bench -- --quick`. */
const BENCH = 'bench';

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

/** The script behind a package's command: no shell is needed to run it, on any system. */
async function binary(name: string, command = name): Promise<string> {
  const folder = join(ROOT, 'node_modules', name);
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  return join(folder, typeof bin === 'string' ? bin : (bin[command] ?? ''));
}

function run(args: readonly string[]): boolean {
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** A check that passes or fails as one. */
function check(name: string, args: readonly string[]): void {
  console.log(`\n== ${name}`);
  if (run(args)) {
    totals.passed += 1;
  } else {
    totals.failed += 1;
    failures.push(name);
  }
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: { name: string; message: string; assertionResults: VitestAssertion[] }[];
}

interface VitestAssertion {
  status: string;
  fullName: string;
  failureMessages: string[];
}

/** Each failed test with the beginning of its message: whoever reads the end of a long log finds it there. */
function failedTests({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message !== '') return [`${file}: ${headOf(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}: ${headOf(failureMessages.join('\n'))}`,
    );
  });
}

function headOf(message: string): string {
  return message.split('\n').slice(0, 3).join('\n    ').slice(0, 500);
}

async function testProject(project: string, folder: string): Promise<void> {
  console.log(`\n== tests: ${project}`);
  const report = join(folder, `${project}.json`);
  run([
    await binary('vitest'),
    'run',
    `--project=${project}`,
    ...(QUICKER_WITH_MORE.has(project) && availableParallelism() >= 4 ? ['--maxWorkers=3'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ]);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  const result = text ? (JSON.parse(text) as VitestReport) : undefined;
  totals.passed += result?.numPassedTests ?? 0;
  totals.skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
  totals.failed += result?.numFailedTests ?? 0;
  if (result?.success) return;
  failures.push(`tests: ${project}`, ...(result ? failedTests(result) : []));
  // A file that cannot be loaded, or a run that died, has no failed test of its own to count.
  if (!result?.numFailedTests) totals.failed += 1;
}

/** What needs no test runner. */
async function checkSources(): Promise<void> {
  check('format', [await binary('@biomejs/biome', 'biome'), 'ci', '--error-on-warnings', '.']);
  check('lint', [await binary('oxlint'), '--deny-warnings']);
  check('types', [await binary('typescript', 'tsc'), '-p', ROOT]);
  check('types: renderer', [await binary('typescript', 'tsc'), '-p', join(ROOT, 'renderer')]);
  check('unused code', [await binary('knip')]);
}

function chosenProjects(): readonly string[] {
  const all = [...PROJECTS, BENCH];
  const names = only?.split(',') ?? all;
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length === 0) return names;
  throw new Error(`There are no tests "${unknown.join('", "')}". Known: ${all.join(', ')}.`);
}

async function main(): Promise<void> {
  const projects = chosenProjects();
  const { unable, remedy } = await prepareTests(projects);
  if (!only) await checkSources();
  console.log('\n== build');
  await buildIfChanged();
  const folder = await mkdtemp(join(tmpdir(), 'mensura-reports-'));
  for (const project of projects.filter((name) => name !== BENCH)) {
    const reasons = unable.filter((entry) => entry.project === project);
    if (reasons.length === 0) {
      await testProject(project, folder);
      continue;
    }
    console.log(`\n!! SKIPPED: all tests of "${project}": ${reasons.map(({ why }) => why).join('; ')}`);
    if (CI) {
      totals.failed += 1;
      failures.push(`tests: ${project} (nothing may be skipped with CI=true)`);
    } else {
      totals.skipped += 1;
    }
  }
  await rm(folder, { recursive: true, force: true });
  // It measures what it can, says what it cannot, and fails then by itself with CI=true.
  if (projects.includes(BENCH)) check('bench', [join(ROOT, 'tests/bench/main.ts'), '--quick']);
  if (remedy) console.log(`\n!! To run everything, on Debian or Ubuntu: ${remedy}`);
  if (CI && totals.skipped > 0) {
    failures.push(`${totals.skipped} skipped tests (nothing may be skipped with CI=true)`);
    totals.failed += totals.skipped;
    totals.skipped = 0;
  }
}

try {
  await main();
} catch (error) {
  console.error(error);
  totals.failed += 1;
  failures.push('the test run itself');
}
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`);
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;
