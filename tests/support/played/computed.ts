/** Computed channels in memory: no formula is parsed, and their inputs are the channels in brackets. */
import {
  type ChannelRef,
  type ComputedChannel,
  type ComputedInput,
  type ComputedPreview,
  type ComputedPreviewInput,
  channelPath,
  type EntityChange,
  parseChannelPath,
} from '../../../service/contract/index.ts';
import type { ComputedAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { fail, Played } from './played.ts';

/** The channels in brackets, each once. */
function inputsOf(formula: string): ChannelRef[] {
  const refs = Array.from(formula.matchAll(/\[([^\]]*)\]/g), ([, path = '']) => parseChannelPath(path));
  return [...new Map(refs.flatMap((ref) => (ref ? [[channelPath(ref), ref]] : []))).values()];
}

export class PlayedComputed extends Played implements ComputedAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'computed-channel'> }>(fail);
  readonly channels = new Map<string, ComputedChannel>();
  /** Results of a preview; undefined: a valid formula without a result. */
  onPreview: ((computed: ComputedPreviewInput) => ComputedPreview) | undefined;
  readonly #removed = new Map<string, ComputedInput>();
  #created = 0;

  list(): readonly ComputedChannel[] {
    return [...this.channels.values()];
  }

  get(id: string): ComputedChannel {
    const channel = this.channels.get(id);
    if (!channel) throw new MensuraError('not-found', `No computed channel with ID ${id}.`);
    return channel;
  }

  async create(computed: ComputedInput): Promise<ComputedChannel> {
    this.note('create', computed);
    // The first has the id that the examples of the OpenAPI document have.
    const number = (0x1b2c3d4 + this.#created).toString(16);
    this.#created += 1;
    return this.put(`c${number.padStart(8, '0')}`, computed);
  }

  async update(id: string, computed: ComputedInput): Promise<ComputedChannel> {
    this.note('update', id, computed);
    this.get(id);
    return this.put(id, computed);
  }

  async remove(id: string): Promise<void> {
    this.note('remove', id);
    this.#removed.set(id, this.get(id).computed);
    this.channels.delete(id);
    this.events.emit('changed', { key: id, value: null });
  }

  async restore(id: string): Promise<ComputedChannel> {
    this.note('restore', id);
    const removed = this.#removed.get(id);
    if (!removed) throw new MensuraError('not-found', `No computed channel with ID ${id} was recently deleted.`);
    return this.put(id, removed);
  }

  async reset(id: string): Promise<ComputedChannel> {
    this.note('reset', id);
    const { computed } = this.get(id);
    return this.put(id, computed, '2026-11-20T14:45:12.318Z');
  }

  async preview(computed: ComputedPreviewInput): Promise<ComputedPreview> {
    this.note('preview', computed);
    if (this.onPreview) return this.onPreview(computed);
    return {
      error: null,
      formula: computed.formula,
      inputs: inputsOf(computed.formula).map((ref) => Object.assign(ref, { magnitude: null, unit: '' })),
      magnitude: null,
      reason: 'no result',
      has_integral: computed.formula.includes('integral('),
      at: [],
      magnitudes: [],
    };
  }

  /** Adds or replaces a computed channel, and says so. */
  put(id: string, computed: ComputedInput, resetAt: string | null = null): ComputedChannel {
    const { formula } = computed;
    const hasIntegral = formula.includes('integral(');
    const value = { id, computed, inputs: inputsOf(formula), has_integral: hasIntegral, reset_at: resetAt };
    this.channels.set(id, value);
    this.events.emit('changed', { key: id, value });
    return value;
  }
}
