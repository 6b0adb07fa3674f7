import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TARGETS } from '../../build/package/target.ts';
import { ROOT } from '../../build/paths.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  needs?: string;
  strategy?: { matrix: { include: { runner: string; system: string }[] } };
  steps: Step[];
}

// electron-builder reads and writes YAML with this package.
const { load } = createRequire(join(ROOT, 'node_modules/electron-builder/package.json'))('js-yaml') as {
  load(text: string): unknown;
};
const text = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
const { jobs } = load(text) as {
  jobs: Record<'test' | 'package' | 'draft', Job>;
};
const steps = Object.values(jobs).flatMap((job) => job.steps);
const commands = steps.flatMap(({ run }) => run?.split('\n') ?? []);

describe('the release workflow', () => {
  test('tests first, and drafts last', () => {
    expect(jobs.test.steps.map(({ run }) => run)).toContain('npm test');
    expect(jobs.package.needs).toBe('test');
    expect(jobs.draft.needs).toBe('package');
    expect(commands.some((command) => command.includes('gh release create') && command.includes('--draft'))).toBe(true);
    expect(commands.some((command) => command.includes('SHA256SUMS'))).toBe(true);
  });

  test('comes with its bill of materials, and stops at a known weakness', () => {
    const { steps: tests } = jobs.test;
    const made = tests.find(({ run }) => run?.startsWith('npm run supply'))?.run ?? '';
    const file = /--bill (\S+)$/.exec(made)?.[1];
    expect(file).toMatch(/\.cdx\.json$/);
    const upload = tests.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(upload?.with).toMatchObject({ path: file, 'if-no-files-found': 'error' });
  });

  test('makes the packages of each system on a runner of its kind', () => {
    const systems = { linux: 'ubuntu', win32: 'windows', darwin: 'macos' };
    const made = jobs.package.strategy?.matrix.include.map(({ runner }) => runner) ?? [];
    for (const { system } of TARGETS) {
      expect(made.filter((runner) => runner.startsWith(systems[system]))).toHaveLength(2);
    }
    expect(made).toHaveLength(TARGETS.length);
  });

  test('runs commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = commands.flatMap((command) =>
      [...command.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => name !== 'ci')).not.toHaveLength(0);
    for (const name of named) if (name !== 'ci') expect(Object.keys(scripts)).toContain(name);
    const programs = commands.flatMap((command) => /\bnode (build\/\S+)/.exec(command)?.[1] ?? []);
    expect(programs).toEqual(['build/package/main.ts']);
    for (const program of programs) expect(readFileSync(join(ROOT, program), 'utf8')).not.toBe('');
  });

  test('pins each action by the digest of a commit, with its version behind it', () => {
    const actions = text.split('\n').filter((line) => line.includes('uses:'));
    expect(actions).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const action of actions) expect(action).toMatch(/uses: actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('passes on every kind of file that is made', () => {
    const upload = jobs.package.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    const kinds = String(upload?.with?.['path']).trim().split(/\s+/);
    for (const ending of ['deb', 'rpm', 'AppImage', 'tar.gz', 'exe', 'dmg', 'zip']) {
      expect(kinds).toContain(`dist-packages/*.${ending}`);
    }
  });
});
