/** The user's dashboards: read once, changed one request at a time, written atomically. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import {
  type Dashboard,
  type DashboardInput,
  dashboardInputSchema,
  type EntityChange,
  MAX_DASHBOARD_BYTES,
  MAX_DASHBOARDS,
} from '../contract/index.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, type FieldError, invalidFields, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';

/** Maximum size of all dashboards as JSON, in bytes: every new window receives all of them. */
const MAX_TOTAL_BYTES = 4 * 1024 * 1024;

/** The form of generated IDs. */
const ID = /^d[\da-f]{8}$/;
const ID_HELP = 'must be d followed by eight hexadecimal digits (0-9, a-f)';

/** The field errors of a complete set, by paths as in `3.id`. */
function idErrors(dashboards: readonly Dashboard[]): FieldError[] {
  const ids = new Set<string>();
  return dashboards.flatMap(({ id }, index) => {
    const message = ID.test(id) ? ids.has(id) && 'is already in use' : ID_HELP;
    ids.add(id);
    return message ? [{ path: `${index}.id`, message }] : [];
  });
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Likewise for those that could not be changed any more. */
function sizeErrors(dashboards: readonly Dashboard[]): FieldError[] {
  return dashboards.flatMap(({ dashboard }, index) =>
    bytesOf(dashboard) > MAX_DASHBOARD_BYTES
      ? [{ path: `${index}.dashboard`, message: 'must have at most 1 MiB as JSON' }]
      : [],
  );
}

/** @throws MensuraError `bad-request` naming the limit */
function requireSize(dashboard: DashboardInput): void {
  if (bytesOf(dashboard) <= MAX_DASHBOARD_BYTES) return;
  throw new MensuraError('bad-request', 'The limit is 1 MiB for a dashboard. Remove tiles, or shorten their texts.');
}

/**
 * A set beyond the total size may change unless it grows.
 * @throws MensuraError `bad-request` naming the limit
 */
function withinLimits(dashboards: readonly Dashboard[], before: readonly Dashboard[]): readonly Dashboard[] {
  if (dashboards.length > MAX_DASHBOARDS) {
    throw new MensuraError('bad-request', `The limit is ${MAX_DASHBOARDS} dashboards. Delete one first.`);
  }
  const bytes = bytesOf(dashboards);
  if (bytes > MAX_TOTAL_BYTES && bytes > bytesOf(before)) {
    throw new MensuraError(
      'bad-request',
      'The limit is 4 MiB for all dashboards. Remove tiles, or delete a dashboard.',
    );
  }
  return dashboards;
}

/** @throws MensuraError `not-found` */
function requireDashboard(dashboards: readonly Dashboard[], id: string): Dashboard {
  const dashboard = dashboards.find((one) => one.id === id);
  if (!dashboard) throw new MensuraError('not-found', `No dashboard with ID ${id}.`);
  return dashboard;
}

function freshId(dashboards: readonly Dashboard[]): string {
  for (;;) {
    const id = `d${randomBytes(4).toString('hex')}`;
    if (!dashboards.some((one) => one.id === id)) return id;
  }
}

/** Also validates a file edited by hand, by the rules for new dashboards. */
const fileSchema = z
  .strictObject({
    version: z.literal(1),
    dashboards: z.array(z.strictObject({ id: z.string(), dashboard: dashboardInputSchema })).max(MAX_DASHBOARDS),
  })
  .superRefine(({ dashboards }, context) => {
    for (const { path, message } of idErrors(dashboards)) {
      context.addIssue({ code: 'custom', path: ['dashboards', ...path.split('.')], message });
    }
  });

export class DashboardStore {
  readonly events: Emitter<{ changed: EntityChange<'dashboard'> }>;
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;

  constructor(dataDir: string, logger: Logger) {
    this.#file = new JsonFile(join(dataDir, 'dashboards.json'), fileSchema, () => ({ version: 1, dashboards: [] }));
    this.#logger = logger;
    this.events = new Emitter((error) => logger.error(`dashboard listener failed: ${errorText(error)}`, { error }));
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  /** In the order in which they were added. */
  list(): readonly Dashboard[] {
    return this.#file.value.dashboards;
  }

  /** @throws MensuraError `not-found` */
  get(id: string): Dashboard {
    return requireDashboard(this.list(), id);
  }

  /** @throws MensuraError `bad-request` naming the limit; `storage-failed` */
  async create(dashboard: DashboardInput): Promise<Dashboard> {
    requireSize(dashboard);
    let id = '';
    await this.#change((dashboards) => {
      id = freshId(dashboards);
      return withinLimits([...dashboards, { id, dashboard }], dashboards);
    });
    return { id, dashboard };
  }

  /** @throws MensuraError `not-found`; `bad-request` naming the limit; `storage-failed` */
  async update(id: string, dashboard: DashboardInput): Promise<Dashboard> {
    requireSize(dashboard);
    await this.#change((dashboards) => {
      requireDashboard(dashboards, id);
      const after = dashboards.map((one) => (one.id === id ? { id, dashboard } : one));
      return withinLimits(after, dashboards);
    });
    return { id, dashboard };
  }

  /** @throws MensuraError `not-found`; `storage-failed` */
  async remove(id: string): Promise<void> {
    await this.#change((dashboards) => {
      requireDashboard(dashboards, id);
      return dashboards.filter((one) => one.id !== id);
    });
  }

  /**
   * Validates a complete set of dashboards.
   * @throws MensuraError `bad-request` naming fields, as in `3.id`
   */
  checkReplacement(dashboards: readonly Dashboard[]): void {
    const errors = [...idErrors(withinLimits(dashboards, this.list())), ...sizeErrors(dashboards)];
    if (errors.length > 0) throw invalidFields(errors);
  }

  /**
   * Replaces all dashboards and their IDs in one write, all or nothing.
   * @returns undoes it
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(dashboards: readonly Dashboard[]): Promise<() => Promise<void>> {
    this.checkReplacement(dashboards);
    const before = await this.#change(() => dashboards);
    return async () => {
      await this.#change(() => before);
    };
  }

  /**
   * Saves a change, then reports it.
   * @returns the previous dashboards
   */
  async #change(make: (dashboards: readonly Dashboard[]) => readonly Dashboard[]): Promise<readonly Dashboard[]> {
    let before = this.list();
    let after = before;
    const apply = (file: z.infer<typeof fileSchema>): z.infer<typeof fileSchema> => {
      before = file.dashboards;
      after = make(before);
      return { version: 1, dashboards: [...after] };
    };
    await persistChange(this.#file, 'the dashboards', apply, this.#logger);
    this.#report(before, after);
    return before;
  }

  #report(before: readonly Dashboard[], after: readonly Dashboard[]): void {
    const present = new Set(after.map(({ id }) => id));
    for (const { id } of before) if (!present.has(id)) this.events.emit('changed', { key: id, value: null });
    const previous = new Map(before.map((dashboard) => [dashboard.id, dashboard]));
    for (const dashboard of after) {
      if (isDeepStrictEqual(previous.get(dashboard.id), dashboard)) continue;
      this.events.emit('changed', { key: dashboard.id, value: dashboard });
    }
  }
}
