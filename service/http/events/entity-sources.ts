/** The entities of the event stream: where their current values and changes come from. */
import { type Entities, type EntityEvent, type EntityKind, entityKeys } from '../../contract/index.ts';
import type { Registry } from '../../devices/registry.ts';
import type {
  AlarmAdministration,
  DeviceSettings,
  GatewayAdministration,
  HistoryAdministration,
  MqttAdministration,
  SettingsAdministration,
} from '../options.ts';
import { DeviceSource } from './device-source.ts';
import type { EntitySource } from './stream-publisher.ts';

export interface EntitySourceOptions {
  registry: Registry;
  devices: DeviceSettings;
  settings: Pick<SettingsAdministration, 'get' | 'events'>;
  mqtt: Pick<MqttAdministration, 'list' | 'events'>;
  gateways: Pick<GatewayAdministration, 'list' | 'events'>;
  alarms: Pick<AlarmAdministration, 'list' | 'events'>;
  history: Pick<HistoryAdministration, 'events'>;
}

/** In the order of the initial state. */
export function entitySources(options: EntitySourceOptions): EntitySource[] {
  const { registry, devices, settings, mqtt, gateways, alarms, history } = options;
  return [
    new DeviceSource(registry, devices),
    source('problem', {
      list: () => registry.problems(),
      subscribe: (report) => [
        registry.events.on('problem', (problem) => report(entityKeys.problem(problem), problem)),
        registry.events.on('cleared', (problem) => report(entityKeys.problem(problem), null)),
      ],
    }),
    source('mqtt-client', {
      list: () => mqtt.list().clients,
      subscribe: (report) => [mqtt.events.on('changed', ({ identifier, client }) => report(identifier, client))],
    }),
    source('gateway', {
      list: () => gateways.list().gateways,
      subscribe: (report) => [gateways.events.on('changed', ({ id, gateway }) => report(id, gateway))],
    }),
    source('alarm-rule', {
      list: () => alarms.list().rules,
      subscribe: (report) => [alarms.events.on('rule', ({ id, rule }) => report(id, rule && { id, rule }))],
    }),
    source('alarm', {
      list: () => alarms.list().alarms.toReversed(),
      subscribe: (report) => [alarms.events.on('alarm', ({ id, alarm }) => report(id, alarm))],
    }),
    source('marker', {
      // There may be any number of them: readers request those of a range.
      list: () => [],
      subscribe: (report) => [history.events.on('marker', ({ id, marker }) => report(String(id), marker))],
    }),
    source('settings', {
      list: () => [settings.get()],
      subscribe: (report) => [settings.events.on('changed', (changed) => report('', changed))],
    }),
  ];
}

interface Source<Value> {
  list(): readonly Value[];
  /** @param report receives the key, and null after a removal */
  subscribe(report: (key: string, value: Value | null) => void): (() => void)[];
}

function source<Kind extends EntityKind>(kind: Kind, { list, subscribe }: Source<Entities[Kind]>): EntitySource {
  const eventOf = (key: string, value: Entities[Kind] | null): EntityEvent => ({ kind, key, value }) as EntityEvent;
  return {
    list: () => list().map((value) => eventOf(entityKeys[kind](value), value)),
    subscribe: (report) => subscribe((key, value) => report(() => eventOf(key, value))),
  };
}
