/** Converts changes of devices, MQTT clients, gateways, alarms and settings to events of the stream. */
import type {
  AlarmEvent,
  AlarmRuleEvent,
  GatewayEvent,
  MarkerEvent,
  MqttClientEvent,
  Problem,
  Settings,
} from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import { keyText } from '../../devices/instrument.ts';
import { readingsEventJson } from '../../devices/reading-text.ts';
import type { Registry } from '../../devices/registry.ts';
import { appDeviceView } from '../../devices/views.ts';
import type {
  AlarmAdministration,
  DeviceSettings,
  GatewayAdministration,
  HistoryAdministration,
  MqttAdministration,
  SettingsAdministration,
} from '../options.ts';
import { encodeBody, type UnsequencedEvent } from './stream-event.ts';

export interface AnnouncerOptions {
  registry: Registry;
  devices: DeviceSettings;
  settings: Pick<SettingsAdministration, 'get' | 'events'>;
  mqtt: Pick<MqttAdministration, 'list' | 'events'>;
  gateways: Pick<GatewayAdministration, 'list' | 'events'>;
  alarms: Pick<AlarmAdministration, 'list' | 'events'>;
  history: Pick<HistoryAdministration, 'events'>;
  /** Publishes an event; `make` is called only if a reader may need it. */
  publish(make: () => UnsequencedEvent): void;
}

function noticeOf(active: boolean, problem: Problem): UnsequencedEvent & { name: 'notice' } {
  const key = `problem/${problem.code} ${problem.subject}`;
  return { name: 'notice', data: { active, problem }, subject: { kind: 'state', key } };
}

function clientEvent(data: MqttClientEvent): UnsequencedEvent & { name: 'client' } {
  const key = `client/${data.identifier}`;
  return { name: 'client', data, subject: { kind: data.client ? 'state' : 'gone', key } };
}

/** The key differs from those of devices of the family `gateway`. */
function gatewayEvent(data: GatewayEvent): UnsequencedEvent & { name: 'gateway' } {
  const key = `gateways/${data.id}`;
  return { name: 'gateway', data, subject: { kind: data.gateway ? 'state' : 'gone', key } };
}

function alarmEvent(data: AlarmEvent): UnsequencedEvent & { name: 'alarm' } {
  return { name: 'alarm', data, subject: { kind: data.alarm ? 'state' : 'gone', key: `alarm/${data.id}` } };
}

function alarmRuleEvent(data: AlarmRuleEvent): UnsequencedEvent & { name: 'alarm-rule' } {
  return { name: 'alarm-rule', data, subject: { kind: data.rule ? 'state' : 'gone', key: `alarm-rule/${data.id}` } };
}

function markerEvent(data: MarkerEvent): UnsequencedEvent & { name: 'marker' } {
  return { name: 'marker', data, subject: { kind: data.marker ? 'state' : 'gone', key: `marker/${data.id}` } };
}

function settingsEvent(data: Settings): UnsequencedEvent & { name: 'settings' } {
  return { name: 'settings', data, subject: { kind: 'state', key: 'settings' } };
}

function bodyOf({ name, data }: Exclude<UnsequencedEvent, { json: string }>): Buffer {
  return encodeBody(name, data);
}

/** The part of a device that a `readings` event does not have: the state, and reasons for missing values. */
function beyondReadings({ state, readings }: DeviceState): string {
  let text: string = state;
  for (const [label, { value, reason }] of readings) if (!value) text += `\n${label}: ${reason}`;
  return text;
}

export class StreamPublisher {
  readonly #options: AnnouncerOptions;
  /** The state of each device beyond its readings, as last published. */
  readonly #reported = new WeakMap<DeviceState, string>();
  readonly #bodies = new WeakMap<DeviceState, { revision: number; rejected: number; body: Buffer }>();
  #endings: (() => void)[] = [];

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#endings.length > 0) return;
    const { registry, devices, settings, mqtt, gateways, alarms, history, publish } = this.#options;
    this.#endings = [
      registry.events.on('attached', (device) => this.#tell(device)),
      registry.events.on('changed', (device) => this.#tell(device)),
      registry.events.on('readings', ({ device, at, samples }) => {
        publish(() => ({
          name: 'readings',
          json: readingsEventJson(device, at, samples),
          subject: { kind: 'readings', key: keyText(device.description) },
        }));
        if (this.#reported.get(device) !== beyondReadings(device)) this.#tell(device);
      }),
      registry.events.on('removed', ({ family, serial, reason }) => {
        const key = keyText({ family, serial });
        publish(() => ({ name: 'removed', data: { family, serial, reason }, subject: { kind: 'gone', key } }));
      }),
      registry.events.on('problem', (problem) => publish(() => noticeOf(true, problem))),
      registry.events.on('cleared', (problem) => publish(() => noticeOf(false, problem))),
      devices.events.on('changed', (key) => {
        const device = registry.get(key);
        if (device) this.#tell(device);
      }),
      settings.events.on('changed', (change) => publish(() => settingsEvent(change))),
      mqtt.events.on('changed', (change) => publish(() => clientEvent(change))),
      gateways.events.on('changed', (change) => publish(() => gatewayEvent(change))),
      alarms.events.on('alarm', (change) => publish(() => alarmEvent(change))),
      alarms.events.on('rule', (change) => publish(() => alarmRuleEvent(change))),
      history.events.on('marker', (change) => publish(() => markerEvent(change))),
    ];
  }

  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
  }

  /** The initial state, as events without IDs, each as of the time it is taken. Changes in between follow as events. */
  *snapshot(): Generator<Buffer, undefined> {
    const { registry, settings, mqtt, gateways: administration, alarms: alarmAdministration } = this.#options;
    for (const device of [...registry.list('usb'), ...registry.list('gateway')]) {
      if (registry.get(device.description) === device) yield this.#deviceBody(device);
    }
    for (const problem of registry.problems()) yield bodyOf(noticeOf(true, problem));
    for (const client of mqtt.list().clients) yield bodyOf(clientEvent({ identifier: client.identifier, client }));
    for (const gateway of administration.list().gateways) yield bodyOf(gatewayEvent({ id: gateway.id, gateway }));
    const { rules, alarms } = alarmAdministration.list();
    for (const rule of rules) yield bodyOf(alarmRuleEvent(rule));
    for (const alarm of alarms.toReversed()) yield bodyOf(alarmEvent({ id: alarm.id, alarm }));
    // Last and always present: they mark the end of the initial state.
    yield bodyOf(settingsEvent(settings.get()));
  }

  /**
   * Many readers reconnect at the same time, as after a network failure: they share one body until the device changes.
   */
  #deviceBody(device: DeviceState): Buffer {
    const { revision, rejected } = device;
    const known = this.#bodies.get(device);
    if (known?.revision === revision && known.rejected === rejected) return known.body;
    const body = bodyOf(this.#deviceEvent(device));
    this.#bodies.set(device, { revision, rejected, body });
    return body;
  }

  #tell(device: DeviceState): void {
    // User settings have no revision.
    this.#bodies.delete(device);
    this.#reported.set(device, beyondReadings(device));
    this.#options.publish(() => this.#deviceEvent(device));
  }

  #deviceEvent(device: DeviceState): UnsequencedEvent & { name: 'device' } {
    const { devices, registry } = this.#options;
    const data = appDeviceView(device, {
      ...devices.get(device.description),
      canSwitchProtocol: registry.canSwitchProtocol(device.description),
    });
    return { name: 'device', data, subject: { kind: 'state', key: keyText(device.description) } };
  }
}
