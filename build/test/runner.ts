import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '../paths.ts';
import { binary } from './checks.ts';
import type { Outcome } from './outcome.ts';
import { projectOf } from './projects.ts';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: FileResult[];
}

interface FileResult {
  name: string;
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** Each failed test with the beginning of its message, for the end of a long log. */
function failedTests(file: string, { message, assertionResults }: FileResult): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && message !== '') return [`${file}: ${headOf(message)}`];
  return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${headOf(failureMessages.join('\n'))}`);
}

function headOf(message: string): string {
  return message.split('\n').slice(0, 3).join('\n    ').slice(0, 500);
}

function add(outcome: Outcome, report: Report, byTitle: boolean): void {
  outcome.passed += report.numPassedTests;
  // Tests with other titles were not selected.
  outcome.skipped += byTitle ? 0 : report.numPendingTests + report.numTodoTests;
  outcome.failed += report.numFailedTests;
  for (const result of report.testResults) {
    if (byTitle && result.assertionResults.every(({ status }) => status !== 'passed' && status !== 'failed')) continue;
    const file = relative(ROOT, result.name).replaceAll('\\', '/');
    outcome.failures.push(...failedTests(file, result));
    const seconds = Math.max(0, result.endTime - result.startTime) / 1000;
    outcome.files.push({ file, project: projectOf(file)?.name ?? 'unknown', seconds });
  }
}

/** Runs Vitest and adds its report to the outcome. @param args of Vitest */
export async function runTests(args: readonly string[], outcome: Outcome): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-report-'));
  const report = join(folder, 'report.json');
  const output = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [await binary('vitest'), 'run', ...output, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const text = await readFile(report, 'utf8').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  const result = text ? (JSON.parse(text) as Report) : undefined;
  if (result)
    add(
      outcome,
      result,
      args.some((arg) => arg.startsWith('--testNamePattern=')),
    );
  // A file that cannot be loaded, or a crash of the runner, has no failed test to count.
  if (!result || (code !== 0 && result.numFailedTests === 0))
    outcome.fail('a test file that did not run, or the test runner');
}
