import {
  familySchema,
  levelText,
  type ReadingChoice,
  ReadingSelection,
  UNCORRECTED_SUFFIX,
} from '../../contract/index.ts';
import type { IsPublished } from './discovery/announcements.ts';
import { lastId, plainId } from './discovery/ids.ts';

/** Which topics of an earlier run a choice still publishes, for devices that may be disconnected. */
export class EarlierTopics {
  readonly #prefix: string;
  readonly #selection: ReadingSelection;
  /** The channels in the choice, by their ids in discovery topics. */
  readonly #listed: ReadonlyMap<string, string>;

  constructor(prefix: string, choice: ReadingChoice) {
    this.#prefix = prefix;
    this.#selection = new ReadingSelection(choice);
    const names = choice.channel_list.flatMap((channel) => [channel, channel + UNCORRECTED_SUFFIX]);
    this.#listed = new Map(names.map((channel) => [lastId(channel), channel]));
  }

  /** The serial number in the topic of a device; undefined for another topic. */
  serialOf(topic: string): string | undefined {
    const [level = '', name] = this.#below(topic);
    return name === undefined ? undefined : levelText(level);
  }

  /** The last level of a device's topic. */
  nameOf(topic: string): string | undefined {
    return this.#below(topic)[1];
  }

  /** Whether a device may be selected: its family is not known while it is disconnected. */
  hasDevice(serial: string): boolean {
    return familySchema.options.some((family) => this.#selection.hasDevice({ family, serial }));
  }

  /**
   * Tells which discovery topics are still published.
   * @param topics of devices, from the earlier run
   */
  discovery(topics: readonly string[]): IsPublished {
    const serials = topics.map((topic) => this.serialOf(topic)).filter((serial) => serial !== undefined);
    const removed = new Set(serials.filter((serial) => !this.hasDevice(serial)).map(plainId));
    return ({ deviceId, channelId }) => {
      if (removed.has(deviceId)) return false;
      return channelId === undefined || this.#selection.hasChannel(this.#listed.get(channelId) ?? channelId);
    };
  }

  #below(topic: string): string[] {
    return topic.slice(this.#prefix.length + 1).split('/');
  }
}
