/** What a formula gives now, and over the last hour of stored readings. Changes nothing. */
import { setImmediate } from 'node:timers/promises';
import { type ChannelRef, type ComputedPreview, type ComputedPreviewInput, channelPath } from '../contract/index.ts';
import type { Registry } from '../devices/registry.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { Clock } from '../support/clock.ts';
import { isMensuraError, MensuraError } from '../support/errors.ts';
import { TaskQueue } from '../support/task-queue.ts';
import { computedInputsOf, type Entries, type Entry, findLoop, loopMessage } from './entries.ts';
import { type Formula, FormulaError, type FormulaProblem, translateMakerForm } from './formula/index.ts';
import { isSeaLevelPressure } from './inputs.ts';
import { resolveMakerChannel } from './maker-channels.ts';
import { parseComputed } from './parse.ts';
import { replayRows } from './replay.ts';
import type { ReadingsSource } from './window-filler.ts';

/** Length of the stored part, in milliseconds. */
const SHOWN_MS = 3_600_000;

/** Most results of the stored part. */
const SHOWN_POINTS = 2000;

/** Most readings, of all inputs, that fill windows before the stored part. */
const WINDOW_POINTS = 20_000;

/** Rows computed before other work gets its turn. */
const ROWS_AT_ONCE = 1000;

/** Previews at a time; a further one is refused. */
const MAX_PREVIEWS = 8;

export interface PreviewOptions {
  registry: Pick<Registry, 'get'>;
  history: ReadingsSource;
  /** In pascals. */
  seaLevelPressure(key: DeviceKey): number;
  clock: Pick<Clock, 'now'>;
}

interface NewestInput {
  view: ComputedPreview['inputs'][number];
  reason: string;
}

export class Previewer {
  readonly #options: PreviewOptions;
  readonly #tasks = new TaskQueue({
    limit: MAX_PREVIEWS,
    full: () =>
      new MensuraError('too-many', `${MAX_PREVIEWS} previews are already running. Try again when one has ended.`),
  });

  constructor(options: PreviewOptions) {
    this.#options = options;
  }

  /** @throws MensuraError `too-many` */
  async preview(input: ComputedPreviewInput, entries: Entries): Promise<ComputedPreview> {
    let text = input.formula;
    try {
      text = translateMakerForm(text, (...channel) => resolveMakerChannel(this.#options.registry, ...channel));
      const formula = parseComputed(text);
      if (input.id !== null) refuseLoop(formula, input.id, entries);
      return await this.#tasks.run(() => this.#compute(formula, input.max_age_ms));
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      return withoutResult(text, error.problem);
    }
  }

  async #compute(formula: Formula, maxAge: number): Promise<ComputedPreview> {
    const now = this.#options.clock.now();
    const run = formula.start();
    run.reset(now - SHOWN_MS);
    const at: number[] = [];
    const magnitudes: (number | null)[] = [];
    let rows = 0;
    for (const { channels } of await this.#read(formula, now)) {
      for (const row of replayRows(channels, maxAge, this.#options.seaLevelPressure)) {
        const magnitude = run.push(row.at, row.values);
        if (row.at >= now - SHOWN_MS) {
          at.push(row.at);
          magnitudes.push(magnitude);
        }
        rows += 1;
        if (rows % ROWS_AT_ONCE === 0) await setImmediate();
      }
    }
    const inputs = formula.inputs.map((ref) => this.#newest(ref, now, maxAge));
    const magnitude = run.push(
      now,
      inputs.map(({ view }) => view.magnitude),
    );
    const missing = inputs.flatMap(({ reason }) => (reason === '' ? [] : [reason]));
    return {
      error: null,
      formula: formula.text,
      inputs: inputs.map(({ view }) => view),
      magnitude,
      reason: magnitude !== null ? '' : missing.length > 0 ? `requires ${missing.join(', ')}` : 'no result',
      has_integral: formula.hasIntegral,
      at,
      magnitudes,
    };
  }

  /** The readings that fill the windows, and those of the last hour. */
  async #read({ inputs, memoryMs }: Formula, now: number) {
    const { history } = this.#options;
    const shown = now - SHOWN_MS;
    try {
      return await Promise.all([
        ...(memoryMs > 0
          ? [history.query(inputs, shown - memoryMs, shown, Math.ceil(WINDOW_POINTS / inputs.length))]
          : []),
        history.query(inputs, shown, now, SHOWN_POINTS),
      ]);
    } catch (error) {
      // A history that cannot be read is a problem of its own: the newest readings are there without it.
      if (isMensuraError(error)) return [];
      throw error;
    }
  }

  #newest(ref: ChannelRef, now: number, maxAge: number): NewestInput {
    const device = this.#options.registry.get(ref);
    const reading = device?.readings.get(ref.channel) ?? device?.uncorrected.get(ref.channel);
    const value = reading?.value;
    const unit = device?.product.channels[ref.channel]?.unit ?? '';
    const { family, serial, channel } = ref;
    if (device && isSeaLevelPressure(ref)) {
      const magnitude = this.#options.seaLevelPressure(ref);
      return { view: { family, serial, channel, magnitude, unit: 'Pa' }, reason: '' };
    }
    const name = `${channel} of ${serial}`;
    if (!value) return { view: { family, serial, channel, magnitude: null, unit }, reason: name };
    const isFresh = Math.abs(now - Date.parse(value.timestamp)) <= maxAge;
    return {
      view: { family, serial, channel, magnitude: isFresh ? value.magnitude : null, unit },
      reason: isFresh ? '' : `a newer ${name}`,
    };
  }
}

function withoutResult(formula: string, error: FormulaProblem): ComputedPreview {
  return {
    error,
    formula,
    inputs: [],
    magnitude: null,
    reason: '',
    has_integral: false,
    at: [],
    magnitudes: [],
  };
}

/** @throws FormulaError at the channel that leads back to the computed channel itself */
function refuseLoop(formula: Formula, id: string, entries: Entries): void {
  const entry = entries.get(id);
  if (!entry) return;
  const changed = new Map<string, Entry>([...entries, [id, { ...entry, formula }]]);
  const loop = findLoop(changed);
  if (!loop) return;
  const first = computedInputsOf(formula).find((used) => loop.includes(used)) ?? id;
  const reference = `[${channelPath({ family: 'computed', serial: first, channel: 'value' })}]`;
  const at = Math.max(0, formula.text.indexOf(reference));
  throw new FormulaError(`The formula ${loopMessage(loop, changed)}.`, at, reference.length);
}
