/** Creates everything that depends on the event stream. One instance per window. */
import type { AppDevice, AppStatus, DevicePatch } from '../../service/contract/index.ts';
import { AlarmStore } from './alarms/alarm-store.ts';
import { RuleStore } from './alarms/rule-store.ts';
import { DeviceStore } from './devices/device-store.ts';
import { deviceKey } from './devices/key.ts';
import { ModeSwitchTracker } from './devices/mode-switch-tracker.ts';
import { switchProtocol } from './devices/requests.ts';
import { GatewayStore } from './gateways/gateway-store.ts';
import { PastStore } from './history-tiles/past-store.ts';
import { ClientStore } from './mqtt/client-store.ts';
import { tickWithFrame } from './now.ts';
import { SampleStore } from './samples/sample-store.ts';
import { ServiceClock } from './service-clock.ts';
import { SettingsStore } from './settings/settings-store.ts';
import { type Readable, ValueStore } from './store.ts';
import { type StreamClient, startStreamClient } from './stream/client.ts';
import type { Connection, StreamEvent, ToWindow } from './stream/messages.ts';
import { SampleFeed } from './stream/sample-feed.ts';

export interface Live {
  readonly devices: DeviceStore;
  readonly clients: ClientStore;
  readonly gateways: GatewayStore;
  readonly alarms: AlarmStore;
  readonly rules: RuleStore;
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
  const samples = new SampleStore();
  const past = new PastStore();
  const clock = new ServiceClock();
  const feed = new SampleFeed(samples);
  const devices = new DeviceStore({ onForget: (key) => feed.forget(key), onShow: tickWithFrame });
  const clients = new ClientStore();
  const gateways = new GatewayStore();
  const alarms = new AlarmStore();
  const rules = new RuleStore();
  const settings = new SettingsStore();
  const switches = new ModeSwitchTracker({ ask: switchProtocol });
  const connection = new ValueStore<Connection>({ state: 'connecting' });
  const status = new ValueStore<AppStatus | null>(null);
  // Not from readings: those of remote installations have other clocks.
  const learn = (reported: AppStatus | null): void => {
    if (reported) clock.observe(Date.parse(reported.time));
    status.set(reported);
  };
  const take = (events: readonly StreamEvent[]): void => {
    feed.take(events);
    past.take(events);
    devices.take(events);
    clients.take(events);
    gateways.take(events);
    alarms.take(events);
    rules.take(events);
    settings.take(events);
    // A reconnected device must not look disconnected for a moment.
    if (switches.take(events)) devices.show();
  };
  const client = start((message) => {
    switch (message.kind) {
      case 'snapshot':
        feed.load(message.snapshot.devices);
        devices.load(message.snapshot);
        clients.load(message.snapshot.clients);
        gateways.load(message.snapshot.gateways);
        alarms.load(message.snapshot.alarms);
        rules.load(message.snapshot.rules);
        if (message.snapshot.settings) settings.set(message.snapshot.settings);
        switches.load(message.snapshot);
        connection.set(message.snapshot.connection);
        learn(message.snapshot.status);
        return;
      case 'events':
        take(message.events);
        return;
      case 'connection':
        // Publishes the state together with "live": nothing looks missing for a moment.
        if (message.connection.state === 'live') {
          for (const store of [devices, clients, gateways, alarms, rules]) store.show();
        }
        connection.set(message.connection);
        switches.connect(message.connection);
        return;
      case 'status':
        learn(message.status);
    }
  });
  return {
    devices,
    clients,
    gateways,
    alarms,
    rules,
    switches,
    settings,
    samples,
    past,
    clock,
    connection,
    status,
    accept: (device, change) => {
      const { alias, note, channel_names } = device;
      devices.amend(deviceKey(device), {
        ...(change.alias !== undefined && { alias }),
        ...(change.note !== undefined && { note }),
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
