/** The channels that alarm rules watch, as far as the window knows their devices. */
import {
  type AlarmRule,
  type ChannelRef,
  formatRuleDevices,
  isRuleOfChannel,
  type RuleTarget,
  ruleCovers,
} from '../../../service/contract/index.ts';
import type { DeviceRecord } from '../devices/device-store.ts';
import { getOwn } from '../get-own.ts';
import type { Listener, Readable } from '../store.ts';
import type { ChannelLabel } from './channel-label.ts';

/** The devices of a rule that have its channel, connected or not, in their order. */
export function ruleDevices(rule: RuleTarget, records: readonly DeviceRecord[]): DeviceRecord[] {
  return records.filter(({ device: { family, serial, group, product } }) => {
    const isCovered = ruleCovers(rule, { family, serial, channel: rule.channel }, group);
    return isCovered && getOwn(product.channels, rule.channel) !== undefined;
  });
}

/** The channel of the first device of a rule of several; undefined if none is known. */
export function firstChannel(rule: RuleTarget, records: readonly DeviceRecord[]): ChannelRef | undefined {
  const device = ruleDevices(rule, records)[0]?.device;
  return device && { family: device.family, serial: device.serial, channel: rule.channel };
}

/** The name of a rule of several devices: `Temperature`, `All devices`. */
export function sharedLabel(rule: RuleTarget, records: readonly DeviceRecord[]): ChannelLabel {
  const product = ruleDevices(rule, records)[0]?.device.product;
  const definition = product && getOwn(product.channels, rule.channel);
  return {
    channel: definition?.description || rule.channel,
    device: formatRuleDevices(rule),
    serial: '',
    isAttached: true,
  };
}

export interface ChannelRulesOptions {
  rules: Readable<readonly AlarmRule[]>;
  devices: Readable<readonly DeviceRecord[]>;
}

/** Each rule by channel: one of several devices is listed once for each of them. */
export class ChannelRules implements Readable<readonly AlarmRule[]> {
  readonly #options: ChannelRulesOptions;
  #of: readonly [rules: readonly AlarmRule[], devices: readonly DeviceRecord[]] | undefined;
  #value: readonly AlarmRule[] = [];

  constructor(options: ChannelRulesOptions) {
    this.#options = options;
  }

  /** The same array until a rule or a device changes. */
  readonly get = (): readonly AlarmRule[] => {
    const [rules, devices] = [this.#options.rules.get(), this.#options.devices.get()];
    if (this.#of?.[0] === rules && this.#of[1] === devices) return this.#value;
    this.#of = [rules, devices];
    this.#value = rules.flatMap((view) => (isRuleOfChannel(view.rule) ? [view] : perDevice(view, devices)));
    return this.#value;
  };

  readonly subscribe = (listener: Listener): (() => void) => {
    const endings = [this.#options.rules.subscribe(listener), this.#options.devices.subscribe(listener)];
    return () => {
      for (const end of endings) end();
    };
  };
}

function perDevice(view: AlarmRule, records: readonly DeviceRecord[]): AlarmRule[] {
  return Array.from(ruleDevices(view.rule, records), ({ device: { serial } }) => ({
    ...view,
    rule: { ...view.rule, serial },
  }));
}
