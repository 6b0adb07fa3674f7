/** Runs test files of a copied tree and reads which of their tests failed. */
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { projectOf, UNIT_ALONE } from '../../../build/test/projects.ts';
import type { TreeCopy } from './tree-copy.ts';

/** What came of some test files. */
export interface TestRun {
  /** Failed tests: file and title. */
  failed: readonly string[];
  /** Files with no failed test of their own that did not run all the same, and a run that did not end: why. */
  broken: readonly string[];
}

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** What a build takes at most, in milliseconds: a bound, not an expectation. */
const BUILD_LIMIT_MS = 300_000;

export interface TestRunOptions {
  /** From the tree's folder. */
  files: readonly string[];
  /** Ends at the first failed test. */
  bail?: boolean;
  /** What the files take at most, in milliseconds: a bound, not an expectation. */
  limitMs: number;
}

/** Builds the copy where one of the files needs that, and runs them. */
export async function runTests(tree: TreeCopy, { files, bail = false, limitMs }: TestRunOptions): Promise<TestRun> {
  const projects = [...new Set(files.map((file) => projectOf(file)?.name ?? 'unknown'))];
  if (projects.some((name) => name !== 'unit')) {
    const { code, output } = await tree.run('build/build.ts', [], BUILD_LIMIT_MS);
    if (code !== 0) return { failed: [], broken: [`it does not build: ${lastLines(output)}`] };
  }
  const report = join(tree.folder, 'mutations-report.json');
  const { code, output } = await tree.run(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      ...projects.flatMap((name) => (name === 'unit' ? [name, UNIT_ALONE] : [name])).map((name) => `--project=${name}`),
      '--reporter=json',
      `--outputFile=${report}`,
      ...(bail ? ['--bail=1'] : []),
      ...files,
    ],
    limitMs,
  );
  const text = await readFile(report, 'utf8').catch(() => undefined);
  await rm(report, { force: true });
  if (code === undefined) return { failed: [], broken: ['the tests did not end in time'] };
  if (text === undefined) return { failed: [], broken: [`the tests did not run: ${lastLines(output)}`] };
  return verdict(tree, JSON.parse(text) as Report);
}

function verdict(tree: TreeCopy, { testResults }: Report): TestRun {
  const failed: string[] = [];
  const broken: string[] = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(tree.folder, name).replaceAll('\\', '/');
    const titles = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    failed.push(...titles.map((title) => `${file} > ${title}`));
    if (status === 'failed' && titles.length === 0) broken.push(`${file}: ${lastLines(message)}`);
  }
  return { failed, broken };
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join('\n    ').slice(-600);
}
