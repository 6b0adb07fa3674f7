/** Creates everything that depends on the event stream. One instance per window. */
import {
  type AppDevice,
  type AppStatus,
  type DevicePatch,
  deviceKey,
  formatRuleDevices,
  MAX_ACTIVE_RUNS,
  MAX_ALARM_RULES,
  MAX_COMPUTED_CHANNELS,
  MAX_DASHBOARDS,
  MAX_DATABASES,
  MAX_DESTINATIONS,
  MAX_GATEWAYS,
  MAX_MQTT_CLIENTS,
  MAX_RUN_PLANS,
} from '../../service/contract/index.ts';
import { AlarmStore } from './alarms/alarm-store.ts';
import { ChannelRules } from './alarms/rule-channels.ts';
import { DeviceStore } from './devices/device-store.ts';
import { ModeSwitchTracker } from './devices/mode-switch-tracker.ts';
import { switchProtocol } from './devices/requests.ts';
import { PastStore } from './history-tiles/past-store.ts';
import { tickWithFrame } from './now.ts';
import { SampleFeed, SampleStore } from './samples/sample-store.ts';
import { ServiceClock } from './service-clock.ts';
import { SettingsStore } from './settings/settings-store.ts';
import { type Readable, ValueStore } from './store.ts';
import { type StreamClient, startStreamClient } from './stream/client.ts';
import { EntityStore } from './stream/entity-store.ts';
import type { Connection, ToWindow } from './stream/messages.ts';
import { EntityMirror } from './stream/mirror.ts';

export interface Live {
  readonly devices: DeviceStore;
  readonly problems: EntityStore<'problem'>;
  readonly clients: EntityStore<'mqtt-client'>;
  readonly gateways: EntityStore<'gateway'>;
  readonly databases: EntityStore<'database'>;
  readonly rules: EntityStore<'alarm-rule'>;
  readonly channelRules: ChannelRules;
  readonly alarms: AlarmStore;
  readonly destinations: EntityStore<'destination'>;
  readonly dashboards: EntityStore<'dashboard'>;
  /** Of all channels that have, or had, a correction. */
  readonly corrections: EntityStore<'correction'>;
  /** The definitions of computed channels; their readings are those of devices of the family `computed`. */
  readonly computed: EntityStore<'computed-channel'>;
  readonly runPlans: EntityStore<'run-plan'>;
  /** The active ones, and others that were changed or shown since the window opened: for all, ask the service. */
  readonly runs: EntityStore<'run'>;
  /** Mode switches in progress. */
  readonly switches: ModeSwitchTracker;
  /** Includes the display units. */
  readonly settings: SettingsStore;
  /** Input of the charts, without React. */
  readonly samples: SampleStore;
  /** Stored readings, likewise. */
  readonly past: PastStore;
  /** Time of the service, for ages and charts. */
  readonly clock: ServiceClock;
  readonly connection: Readable<Connection>;
  /** Null while unknown. */
  readonly status: Readable<AppStatus | null>;
  /**
   * Applies the response to a request before the event arrives.
   * @param change the requested fields: for others the event stream may be newer
   */
  accept(device: AppDevice, change: DevicePatch): void;
  /** Retries now. */
  retry(): void;
  stop(): void;
}

export function startLive(start: (onMessage: (message: ToWindow) => void) => StreamClient = startStreamClient): Live {
  const mirror = new EntityMirror();
  const samples = new SampleStore();
  const past = new PastStore({ mirror });
  const clock = new ServiceClock();
  const feed = new SampleFeed(mirror, samples);
  const devices = new DeviceStore(mirror, { onRemove: (key) => feed.remove(key), onShow: tickWithFrame });
  const stores = {
    devices,
    problems: new EntityStore(mirror, 'problem'),
    clients: new EntityStore(mirror, 'mqtt-client', { nameOf: ({ name }) => name, maxRemoved: MAX_MQTT_CLIENTS }),
    gateways: new EntityStore(mirror, 'gateway', { nameOf: ({ config }) => config.name, maxRemoved: MAX_GATEWAYS }),
    databases: new EntityStore(mirror, 'database', { nameOf: ({ config }) => config.name, maxRemoved: MAX_DATABASES }),
    rules: new EntityStore(mirror, 'alarm-rule', {
      nameOf: ({ rule }) => `${formatRuleDevices(rule)} ${rule.channel}`,
      maxRemoved: MAX_ALARM_RULES,
    }),
    alarms: new AlarmStore(mirror),
    destinations: new EntityStore(mirror, 'destination', {
      nameOf: ({ config }) => config.name,
      maxRemoved: MAX_DESTINATIONS,
    }),
    dashboards: new EntityStore(mirror, 'dashboard', {
      nameOf: ({ dashboard }) => dashboard.name,
      maxRemoved: MAX_DASHBOARDS,
    }),
    corrections: new EntityStore(mirror, 'correction'),
    computed: new EntityStore(mirror, 'computed-channel', {
      nameOf: ({ computed }) => computed.name,
      maxRemoved: MAX_COMPUTED_CHANNELS,
    }),
    runPlans: new EntityStore(mirror, 'run-plan', { nameOf: ({ plan }) => plan.name, maxRemoved: MAX_RUN_PLANS }),
    runs: new EntityStore(mirror, 'run', { maxRemoved: MAX_ACTIVE_RUNS }),
  };
  const show = (): void => {
    for (const store of Object.values(stores)) store.show();
  };
  const settings = new SettingsStore(mirror);
  const switches = new ModeSwitchTracker(mirror, { request: switchProtocol });
  const connection = new ValueStore<Connection>({ state: 'connecting' });
  const status = new ValueStore<AppStatus | null>(null);
  // Not from readings: those of remote installations have other clocks.
  const learn = (reported: AppStatus | null): void => {
    if (reported) clock.observe(Date.parse(reported.time));
    status.set(reported);
  };
  const client = start((message) => {
    switch (message.kind) {
      case 'snapshot':
        for (const event of message.events) mirror.apply(event);
        show();
        connection.set(message.connection);
        switches.connect(message.connection);
        learn(message.status);
        return;
      case 'events': {
        const before = switches.all.get();
        for (const event of message.events) mirror.apply(event);
        // A reconnected device must not look disconnected for a moment.
        if (switches.all.get() !== before) devices.show();
        return;
      }
      case 'connection':
        // Publishes the state together with "live": nothing looks missing for a moment.
        if (message.connection.state === 'live') show();
        connection.set(message.connection);
        switches.connect(message.connection);
        return;
      case 'status':
        learn(message.status);
    }
  });
  return {
    ...stores,
    channelRules: new ChannelRules({ rules: stores.rules.list, devices: devices.known }),
    switches,
    settings,
    samples,
    past,
    clock,
    connection,
    status,
    accept: (device, change) => {
      const { alias, note, group, favorite, channel_names } = device;
      devices.amend(deviceKey(device), {
        ...(change.alias !== undefined && { alias }),
        ...(change.note !== undefined && { note }),
        ...(change.group !== undefined && { group }),
        ...(change.favorite !== undefined && { favorite }),
        ...(change.channels && { channel_names }),
      });
    },
    retry: () => client.retry(),
    stop: () => {
      switches.stop();
      client.stop();
    },
  };
}
