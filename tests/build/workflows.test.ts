import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PACKAGE_TARGETS } from '../../build/package/product-info.ts';
import { ROOT } from '../../build/paths.ts';

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
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
const read = (name: string): string => readFileSync(join(ROOT, '.github/workflows', name), 'utf8');
const stepsOf = (text: string): Step[] =>
  Object.values((load(text) as { jobs: Record<string, Job> }).jobs).flatMap((job) => job.steps);
const text = read('release.yml');
const { jobs } = load(text) as {
  jobs: Record<'test' | 'package' | 'draft', Job>;
};
const commands = stepsOf(text).flatMap(({ run }) => run?.split('\n') ?? []);

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The names of the npm scripts that these commands run. */
function scriptsIn(lines: readonly string[]): string[] {
  const names = lines.flatMap((line) => [...line.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name));
  return names.filter((name) => name !== 'ci');
}

describe.each(['ci.yml', 'release.yml'])('%s', (name) => {
  const workflow = read(name);

  test('pins each action by the digest of a commit, with its version behind it', () => {
    const actions = workflow.split('\n').filter((line) => line.includes('uses:'));
    expect(actions).not.toHaveLength(0);
    expect(actions).toHaveLength(stepsOf(workflow).filter(({ uses }) => uses !== undefined).length);
    for (const action of actions) expect(action).toMatch(/uses: actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('runs npm scripts that there are', () => {
    const named = scriptsIn(stepsOf(workflow).flatMap(({ run }) => run?.split('\n') ?? []));
    expect(named).not.toHaveLength(0);
    for (const script of named) expect(Object.keys(scripts)).toContain(script);
  });
});

describe('the workflow of a pull request', () => {
  const steps = stepsOf(read('ci.yml'));

  test('installs, checks and tests, in this order', () => {
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm run check', 'npm test']);
  });

  test('keeps what failed GUI tests left in the folder that they are told', () => {
    const variable = /process\.env\['(\w+)'\]/.exec(
      readFileSync(join(ROOT, 'tests/gui/support/artifacts.ts'), 'utf8'),
    )?.[1];
    const folder = steps.find(({ run }) => run === 'npm test')?.env?.[variable ?? ''];
    const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(folder).toEqual(expect.any(String));
    expect(upload).toMatchObject({ if: 'failure()', with: { path: folder } });
  });
});

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
    for (const { system } of PACKAGE_TARGETS) {
      expect(made.filter((runner) => runner.startsWith(systems[system]))).toHaveLength(2);
    }
    expect(made).toHaveLength(PACKAGE_TARGETS.length);
  });

  test('runs programs that there are', () => {
    const programs = commands.flatMap((command) => /\bnode (build\/\S+)/.exec(command)?.[1] ?? []);
    expect(programs).toEqual(['build/package/main.ts']);
    for (const program of programs) expect(readFileSync(join(ROOT, program), 'utf8')).not.toBe('');
  });

  test('passes on every kind of file that is made', () => {
    const upload = jobs.package.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    const kinds = String(upload?.with?.['path']).trim().split(/\s+/);
    for (const ending of ['deb', 'rpm', 'AppImage', 'tar.gz', 'exe', 'dmg', 'zip']) {
      expect(kinds).toContain(`dist-packages/*.${ending}`);
    }
  });
});

/** A field of an issue form. GitHub hides a form that has an unknown key. */
const field = <Type extends string, Extra extends z.ZodRawShape>(type: Type, extra: Extra) =>
  z.strictObject({
    type: z.literal(type),
    id: z.string().regex(/^[\w-]+$/),
    attributes: z.strictObject({ label: z.string().min(1), description: z.string().min(1).optional(), ...extra }),
    validations: z.strictObject({ required: z.boolean() }).optional(),
  });

const textAttributes = { placeholder: z.string().optional(), value: z.string().optional() };

/** Not a boolean of YAML 1.1, which GitHub reads, and not "None", which it reserves. */
const option = z
  .string()
  .min(1)
  .regex(/^(?!(?:y|n|yes|no|on|off|true|false|none)$)/i);

/** The keys used here, of docs.github.com, "Syntax for issue forms" and "Syntax for GitHub's form schema". */
const issueForm = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string().min(1)),
  body: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string().min(1) }) }),
        field('input', textAttributes),
        field('textarea', { ...textAttributes, render: z.string().optional() }),
        field('dropdown', { multiple: z.boolean().optional(), options: z.array(option).min(1) }),
        field('checkboxes', {
          options: z.array(z.strictObject({ label: z.string().min(1), required: z.boolean().optional() })).min(1),
        }),
      ]),
    )
    .min(1),
});

describe('the issue forms', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).map((path) => {
    const file = path.replaceAll('\\', '/');
    return { file, parsed: issueForm.safeParse(load(readFileSync(join(ROOT, file), 'utf8'))) };
  });

  test('have one name each', () => {
    expect(forms.length).toBeGreaterThan(2);
    expect(new Set(forms.map(({ parsed }) => parsed.data?.name)).size).toBe(forms.length);
  });

  test.each(forms)('$file follows the syntax of GitHub', ({ parsed }) => {
    expect(parsed.error?.issues).toBeUndefined();
  });

  test.each(forms)('$file has each identifier, label and option once', ({ parsed }) => {
    const fields = parsed.data?.body.flatMap((item) => (item.type === 'markdown' ? [] : [item])) ?? [];
    expect(fields).not.toEqual([]);
    const lists = [
      fields.map(({ id }) => id),
      fields.map(({ attributes }) => attributes.label),
      ...fields.flatMap((item) => (item.type === 'dropdown' ? [item.attributes.options] : [])),
    ];
    for (const list of lists) expect(list).toEqual([...new Set(list)]);
  });
});
