/** Creates everything that depends on the event stream. One instance per window. */
import type { AppDevice, AppStatus, DevicePatch } from '../../service/contract/index.ts';
import { AlarmStore } from './alarms/alarm-store.ts';
import { RuleStore } from './alarms/rule-store.ts';
import { DeviceStore } from './devices/device-store.ts';
import { deviceKey } from './devices/key.ts';
import { ModeSwitchTracker } from './devices/mode-switch-tracker.ts';
import { switchProtocol } from './devices/requests.ts';
import { GatewayStore } from './gateways/gateway-store.ts';
import { PastStore } from './history-tiles/index.ts';
import { ClientStore } from './mqtt/client-store.ts';
import { tickWithFrame } from './now.ts';
import { SampleStore } from './samples/index.ts';
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
  /** What channels are watched for. */
  readonly rules: RuleStore;
  /** Instruments on their way from one mode to the other. */
  readonly switches: ModeSwitchTracker;
  /** The installation's settings, and with them the units that readings are shown in. */
  readonly settings: SettingsStore;
  /** What the charts draw; fed past React. */
  readonly samples: SampleStore;
  /** What the service keeps, likewise. */
  readonly past: PastStore;
  /** What time it is for the service, which ages and charts go by. */
  readonly clock: ServiceClock;
  readonly connection: Readable<Connection>;
  /** Null while it is not known. */
  readonly status: Readable<AppStatus | null>;
  /**
   * Takes a device as the service just answered it, before the stream says the same.
   * @param change what was asked for: of all else the stream may have brought newer
   */
  accept(device: AppDevice, change: DevicePatch): void;
  /** Tries the service now, instead of when it is due. */
  retry(): void;
  stop(): void;
}

/** Connects this window to the service's event stream. */
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
  // Not the readings tell the time: those of other Mensuras bear the time of other clocks.
  const learn = (told: AppStatus | null): void => {
    if (told) clock.observe(Date.parse(told.time));
    status.set(told);
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
    // An instrument that is back must not look gone for a moment more.
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
        // What is known comes with the word that it is all there is: nothing looks missing for a moment.
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
