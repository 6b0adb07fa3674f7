import { type ChannelRef, channelPath, parseChannelPath } from '../../../service/contract/index.ts';
import { readPreference, writePreference } from '../preferences.ts';
import { type Readable, ValueStore } from '../store.ts';

/** Colors and dashes tell 60 lines of one unit apart; the history answers 64 channels at once. */
export const MAX_SELECTED_CHANNELS = 50;

const PREFERENCE = 'compared-channels';

function remembered(): ChannelRef[] {
  const paths = (readPreference(PREFERENCE) ?? '').split(' ').filter(Boolean);
  return [...new Set(paths)].flatMap((path) => parseChannelPath(path) ?? []).slice(0, MAX_SELECTED_CHANNELS);
}

export class SelectedChannels {
  readonly #list = new ValueStore<readonly ChannelRef[]>(remembered());
  /** In selection order. */
  readonly list: Readable<readonly ChannelRef[]> = this.#list;

  /** Beyond the limit nothing changes. */
  toggle(ref: ChannelRef): void {
    const path = channelPath(ref);
    const others = this.#list.get().filter((known) => channelPath(known) !== path);
    const isChosen = others.length < this.#list.get().length;
    if (isChosen) this.#store(others);
    else if (others.length < MAX_SELECTED_CHANNELS) this.#store([...others, ref]);
  }

  /** Adds channels behind the selected ones, up to the limit. */
  add(refs: readonly ChannelRef[]): void {
    this.select([...this.#list.get(), ...refs]);
  }

  remove(refs: readonly ChannelRef[]): void {
    const paths = new Set(refs.map(channelPath));
    this.#store(this.#list.get().filter((ref) => !paths.has(channelPath(ref))));
  }

  /** Replaces the selection, up to the limit. */
  select(refs: readonly ChannelRef[]): void {
    const unique = new Map(refs.map((ref) => [channelPath(ref), ref]));
    this.#store([...unique.values()].slice(0, MAX_SELECTED_CHANNELS));
  }

  clear(): void {
    this.#store([]);
  }

  #store(list: readonly ChannelRef[]): void {
    this.#list.set(list);
    // Paths contain no spaces: each segment is percent-encoded.
    writePreference(PREFERENCE, list.map(channelPath).join(' '));
  }
}

/** Shared by the whole window. */
export const chosenChannels = new SelectedChannels();
