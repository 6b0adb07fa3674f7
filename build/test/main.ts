/**
 * `npm test`: installs prerequisites and runs everything. Last line: `N passed, N failed, N skipped`. With CI=true a
 * skipped part counts as failed.
 *
 *   FILE...          test files with one of these words in their path
 *   -t TITLE         tests with this text in their title
 *   --changed        tests that uncommitted changes can affect
 *   --since COMMIT   tests that changes since a commit can affect
 *   --only WORDS     projects, separated by commas; `bench` runs every benchmark once
 *   --repeat N       runs the selected tests N times
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorText } from '../../service/support/errors.ts';
import { buildIfChanged } from '../build-if-changed.ts';
import { ROOT } from '../paths.ts';
import { checkSources } from './checks.ts';
import { Outcome } from './outcome.ts';
import { prepareTests, type Unable } from './prerequisites.ts';
import { BENCH, PROJECTS, type TestProject } from './projects.ts';
import { runTests } from './runner.ts';
import { filesHolding, filesNamed, projectsOf, touchedSince, UsageError } from './selection.ts';

const CI = process.env['CI'] === 'true';

/** Longer test files are reported, in seconds. */
const FILE_BUDGET_SECONDS = 30;

/** A longer run is reported, in minutes, on four cores and on fewer. */
const BUDGET_MINUTES = availableParallelism() >= 4 ? 8 : 12;

const { values: options, positionals: paths } = readArguments();

/** One call of the test runner: projects, and arguments that select among their tests. */
interface Run {
  projects: readonly TestProject[];
  args: readonly string[];
}

const outcome = new Outcome();

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        title: { type: 'string', short: 't' },
        changed: { type: 'boolean' },
        since: { type: 'string' },
        only: { type: 'string' },
        repeat: { type: 'string' },
      },
    });
  } catch (error) {
    console.error(errorText(error));
    return process.exit(2);
  }
}

function chosenNames(): readonly string[] {
  const all = [...PROJECTS.map(({ name }) => name), BENCH];
  const names = options.only?.split(',') ?? all;
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length === 0) return names;
  throw new UsageError(`Unknown test project "${unknown.join('", "')}". Available: ${all.join(', ')}.`);
}

function chosenRuns(): readonly Run[] {
  const names = chosenNames();
  const among = (projects: readonly TestProject[]): TestProject[] =>
    projects.filter(({ name }) => names.includes(name));
  const { title } = options;
  if (options.changed || options.since) {
    const commit = options.since ?? 'HEAD';
    const { whole, byImport } = touchedSince(commit);
    return [
      { projects: among(whole), args: [] },
      { projects: among(byImport), args: [`--changed=${commit}`, '--passWithNoTests'] },
    ];
  }
  if (paths.length === 0 && title === undefined) return [{ projects: among(PROJECTS), args: [] }];
  const named = paths.length > 0 ? filesNamed(paths) : undefined;
  const files = title === undefined ? (named ?? []) : filesHolding(title, named);
  const pattern = title === undefined ? [] : [`--testNamePattern=${title}`, '--passWithNoTests'];
  return [{ projects: among(projectsOf(files)), args: [...files, ...pattern] }];
}

function repetitions(): number {
  const count = Number(options.repeat ?? 1);
  if (Number.isInteger(count) && count > 0) return count;
  throw new UsageError(`--repeat: must be a whole number above 0, got "${options.repeat}"`);
}

/** Counts a project that cannot run here as skipped, with CI=true as failed. */
function skip(name: string, unable: readonly Unable[]): void {
  const reasons = unable.filter(({ project }) => project === name);
  console.log(`\nSKIPPED project "${name}": ${reasons.map(({ why }) => why).join('; ')}`);
  if (CI) outcome.fail(`tests: ${name} (skipped; not allowed with CI=true)`);
  else outcome.skipped += 1;
}

async function runAll(runs: readonly Run[], unable: readonly Unable[]): Promise<void> {
  for (const { projects, args } of runs) {
    const able = projects.filter(({ name }) => !unable.some(({ project }) => project === name));
    if (able.length > 0) await runTests([...able.map(({ name }) => `--project=${name}*`), ...args], outcome);
  }
}

async function main(): Promise<void> {
  const start = performance.now();
  const isEverything = paths.length === 0 && Object.keys(options).every((name) => name === 'repeat');
  const runs = chosenRuns().filter(({ projects }) => projects.length > 0);
  const times = repetitions();
  const withBench = options.only ? chosenNames().includes(BENCH) : isEverything;
  const names = [...runs.flatMap(({ projects }) => projects.map(({ name }) => name)), ...(withBench ? [BENCH] : [])];
  const preparing = outcome.step('prerequisites', () => prepareTests(names));
  // Nothing else may print while a question waits on the terminal.
  if (process.stdin.isTTY) await preparing;
  // The checks leave cores idle, so the tests start beside them.
  const checking = isEverything ? outcome.step('source checks', () => checkSources(outcome)) : undefined;
  const [{ unable, remedy }] = await Promise.all([
    preparing,
    names.some((name) => name !== 'unit') && outcome.step('build', buildIfChanged),
  ]);
  for (const name of new Set(unable.map(({ project }) => project))) {
    if (names.includes(name)) skip(name, unable);
  }
  for (let time = 1; time <= times; time += 1) {
    if (times > 1) console.log(`\n== run ${time} of ${times}, ${outcome.failed} failed so far`);
    await outcome.step('tests', () => runAll(runs, unable));
  }
  await checking;
  if (withBench && !unable.some(({ project }) => project === BENCH)) {
    // It reports skipped benchmarks itself, and fails for them with CI=true.
    const args = [join(ROOT, 'tests/bench/main.ts'), '--quick'];
    const { status } = await outcome.step('bench', () =>
      spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }),
    );
    if (status === 0) outcome.passed += 1;
    else outcome.fail(BENCH);
  }
  outcome.printTimes(new Map(PROJECTS.map(({ name, budgetSeconds }) => [name, budgetSeconds])), FILE_BUDGET_SECONDS);
  const minutes = (performance.now() - start) / 60_000;
  console.log(
    `\n${minutes.toFixed(1)} minutes in total${isEverything && minutes > BUDGET_MINUTES ? ` (over ${BUDGET_MINUTES})` : ''}`,
  );
  if (remedy) console.log(`\nTo run all tests on Debian or Ubuntu: ${remedy}`);
  if (CI && outcome.skipped > 0) {
    outcome.failures.push(`${outcome.skipped} skipped tests (not allowed with CI=true)`);
    outcome.failed += outcome.skipped;
    outcome.skipped = 0;
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  outcome.fail('test runner');
}
outcome.printCounts();
process.exitCode = outcome.failed > 0 ? 1 : 0;
