import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../service/support/errors.ts';
import { ROOT } from '../paths.ts';
import { PROJECTS, projectOf, type TestProject } from './projects.ts';

export class UsageError extends Error {}

/** Every test file, relative to the project folder, with slashes. */
function testFiles(): string[] {
  return PROJECTS.flatMap(({ include }) => globSync([...include], { cwd: ROOT })).map((file) =>
    file.replaceAll('\\', '/'),
  );
}

/**
 * Test files whose path contains one of these words.
 * @throws UsageError for a word that no path contains
 */
export function filesNamed(words: readonly string[]): string[] {
  const all = testFiles();
  const named = words.map((word) => {
    const path = word.replaceAll('\\', '/').replace(/^\.\//, '');
    const found = all.filter((file) => file.includes(path));
    if (found.length === 0) throw new UsageError(`No test file path contains "${word}".`);
    return found;
  });
  return [...new Set(named.flat())];
}

/** The files that contain every word of a title. */
export function filesHolding(title: string, files: readonly string[] = testFiles()): string[] {
  const words = title.split(/\s+/).filter(Boolean);
  const holding = files.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return words.every((word) => text.includes(word));
  });
  // A title may be composed of data from another file.
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

/** Paths that differ from a commit, including untracked ones. */
function changedPaths(since: string): string[] {
  return [...git('diff', '--name-only', since, '--'), ...git('ls-files', '--others', '--exclude-standard')];
}

/**
 * What the changes since a commit can affect: the projects that test a changed path without importing it, and the
 * others, of which only files that import a changed file.
 * @throws UsageError for an unknown commit
 */
export function touchedSince(commit: string): { whole: TestProject[]; byImport: TestProject[] } {
  const paths = changedPaths(commit);
  const isWhole = ({ tests }: TestProject): boolean =>
    paths.some((path) => tests.some((beginning) => path.startsWith(beginning)));
  return {
    whole: PROJECTS.filter(isWhole),
    byImport: PROJECTS.filter((project) => !isWhole(project)),
  };
}

export function projectsOf(files: readonly string[]): TestProject[] {
  const names = new Set(files.map((file) => projectOf(file)?.name));
  return PROJECTS.filter(({ name }) => names.has(name));
}
