/**
 * The devices of rules that watch the same channel of several: connected ones, and disconnected ones until they are
 * forgotten.
 */
import { type ChannelRef, type GroupPatch, isRuleOfChannel, type RuleTarget, ruleCovers } from '../contract/index.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { Registry } from '../devices/registry.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { UserFields } from '../devices/views.ts';
import type { Emitter } from '../support/emitter.ts';
import { TaskQueue } from '../support/task-queue.ts';

export interface RuleDevicesOptions {
  registry: Registry;
  /** Was started before. */
  known: Pick<KnownDevices, 'list' | 'get' | 'events'>;
  settings: {
    get(device: DeviceKey): Pick<UserFields, 'group'>;
    readonly events: Pick<Emitter<{ changed: DeviceKey }>, 'on'>;
  };
  /** A device was added, changed or forgotten, or is in another group. */
  onChange(device: DeviceKey): void;
}

export class RuleDevices {
  readonly #options: RuleDevicesOptions;
  #endings: (() => void)[] = [];
  /** While a group is renamed, both names are one. */
  #renaming: GroupPatch | undefined;
  readonly #renames = new TaskQueue();

  constructor(options: RuleDevicesOptions) {
    this.#options = options;
  }

  start(): void {
    const { registry, known, settings, onChange } = this.#options;
    this.#endings = [
      registry.events.on('attached', ({ description }) => onChange(description)),
      registry.events.on('changed', ({ description }) => onChange(description)),
      known.events.on('changed', onChange),
      settings.events.on('changed', onChange),
    ];
  }

  /** May be called twice. */
  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
  }

  /** Whether a rule watches a channel, whether its device is known or not. */
  covers(rule: RuleTarget, { family, serial, channel }: ChannelRef): boolean {
    const { group } = this.#options.settings.get({ family, serial });
    return ruleCovers({ ...rule, group: this.#nameOf(rule.group) }, { family, serial, channel }, this.#nameOf(group));
  }

  isKnown(device: DeviceKey): boolean {
    return (this.#options.registry.get(device) ?? this.#options.known.get(device)) !== undefined;
  }

  hasChannel(device: DeviceKey, channel: string): boolean {
    const found = this.#options.registry.get(device) ?? this.#options.known.get(device);
    return found !== undefined && Object.hasOwn(found.product.channels, channel);
  }

  /**
   * The devices for which a rule watches now.
   * @param others that may be unknown
   */
  devicesOf(rule: RuleTarget, others: readonly DeviceKey[]): DeviceKey[] {
    const { family, channel } = rule;
    if (isRuleOfChannel(rule)) return [{ family, serial: rule.serial }];
    const { registry, known } = this.#options;
    const serials = [...registry.list(family), ...known.list()]
      .filter(({ description }) => description.family === family)
      .map(({ description }) => description.serial)
      .filter((serial) => this.hasChannel({ family, serial }, channel));
    return [...new Set([...serials, ...others.map(({ serial }) => serial)])]
      .map((serial) => ({ family, serial }))
      .filter(({ serial }) => this.covers(rule, { family, serial, channel }));
  }

  /** Renames a group in the devices and in the rules, so that meanwhile no device leaves a rule. */
  renameGroup<Result>(patch: GroupPatch, rename: () => Promise<Result>): Promise<Result> {
    return this.#renames.run(async () => {
      this.#renaming = patch;
      try {
        return await rename();
      } finally {
        this.#renaming = undefined;
      }
    });
  }

  #nameOf(group: string): string {
    return group !== '' && group === this.#renaming?.group ? this.#renaming.name : group;
  }
}
