/** Which test files a run is asked for. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../service/support/errors.ts';
import { ROOT } from '../paths.ts';
import { PROJECTS, projectOf, type TestProject } from './projects.ts';

/** What was asked for makes no sense; the message says what and why. */
export class UsageError extends Error {}

/** Every test file, from the project's folder, with slashes. */
function testFiles(): string[] {
  return PROJECTS.flatMap(({ include }) => globSync([...include], { cwd: ROOT })).map((file) =>
    file.replaceAll('\\', '/'),
  );
}

/**
 * The test files whose path contains one of these words.
 * @throws UsageError naming a word that no path contains
 */
export function filesNamed(words: readonly string[]): string[] {
  const all = testFiles();
  const named = words.map((word) => {
    const path = word.replaceAll('\\', '/').replace(/^\.\//, '');
    const found = all.filter((file) => file.includes(path));
    if (found.length === 0) throw new UsageError(`No test file has "${word}" in its path.`);
    return found;
  });
  return [...new Set(named.flat())];
}

/** Of some test files, those that hold each of these words: a title's parts are written in its file. */
export function filesHolding(title: string, files: readonly string[] = testFiles()): string[] {
  const words = title.split(/\s+/).filter(Boolean);
  const holding = files.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return words.every((word) => text.includes(word));
  });
  // A title may be composed of data that another file has.
  return holding.length > 0 ? holding : [...files];
}

function git(...args: string[]): string[] {
  try {
    const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return output.split('\n').filter(Boolean);
  } catch (error) {
    throw new UsageError(`git ${args.join(' ')}: ${errorText(error)}`);
  }
}

/** Paths that differ from a commit, untracked ones included. */
function changedPaths(since: string): string[] {
  return [...git('diff', '--name-only', since, '--'), ...git('ls-files', '--others', '--exclude-standard')];
}

/** What a change can have touched. */
export interface Touched {
  /** Projects that test a changed path as built or as a file: all of their tests. */
  whole: readonly TestProject[];
  /** The others: those of their files that import something changed. */
  byImport: readonly TestProject[];
}

/** What can have been touched since a commit. @throws UsageError when git does not know the commit */
export function touchedSince(commit: string): Touched {
  const paths = changedPaths(commit);
  const isWhole = ({ tests }: TestProject): boolean =>
    paths.some((path) => tests.some((beginning) => path.startsWith(beginning)));
  return {
    whole: PROJECTS.filter(isWhole),
    byImport: PROJECTS.filter((project) => !isWhole(project)),
  };
}

/** The projects that these files belong to. */
export function projectsOf(files: readonly string[]): TestProject[] {
  const names = new Set(files.map((file) => projectOf(file)?.name));
  return PROJECTS.filter(({ name }) => names.has(name));
}
