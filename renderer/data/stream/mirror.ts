/** Current devices, problems, MQTT clients, gateways, alarms and settings, rebuilt from the event stream. */
import type {
  Alarm,
  AlarmRule,
  AppDevice,
  GatewayView,
  MqttClientView,
  Problem,
  Settings,
} from '../../../service/contract/index.ts';
import { addPending, applyPending, type PendingReadings } from '../devices/apply-readings.ts';
import { deviceKey } from '../devices/key.ts';
import type { StreamEvent } from './messages.ts';

/** Notes readings on arrival and applies them in `settle`: a hundred readings cost one new object per device. */
export class StreamSnapshot {
  readonly #devices = new Map<string, AppDevice>();
  readonly #problems = new Map<string, Problem>();
  readonly #clients = new Map<string, MqttClientView>();
  readonly #gateways = new Map<string, GatewayView>();
  readonly #alarms = new Map<string, Alarm>();
  readonly #rules = new Map<string, AlarmRule>();
  readonly #pending = new Map<string, PendingReadings>();
  #settings: Settings | null = null;

  apply(event: StreamEvent): void {
    switch (event.name) {
      case 'device':
        this.#pending.delete(deviceKey(event.data));
        this.#devices.set(
          deviceKey(event.data),
          withKnownProduct(event.data, this.#devices.get(deviceKey(event.data))),
        );
        return;
      case 'readings': {
        const key = deviceKey(event.data);
        if (this.#devices.has(key)) this.#pending.set(key, addPending(this.#pending.get(key), event.data));
        return;
      }
      case 'removed':
        this.#pending.delete(deviceKey(event.data));
        this.#devices.delete(deviceKey(event.data));
        return;
      case 'notice': {
        const id = `${event.data.problem.code} ${event.data.problem.subject}`;
        if (event.data.active) this.#problems.set(id, event.data.problem);
        else this.#problems.delete(id);
        return;
      }
      case 'client': {
        const { identifier, client } = event.data;
        if (client) this.#clients.set(identifier, client);
        else this.#clients.delete(identifier);
        return;
      }
      case 'gateway': {
        const { id, gateway } = event.data;
        if (gateway) this.#gateways.set(id, gateway);
        else this.#gateways.delete(id);
        return;
      }
      case 'alarm': {
        const { id, alarm } = event.data;
        if (alarm) this.#alarms.set(id, alarm);
        else this.#alarms.delete(id);
        return;
      }
      case 'alarm-rule': {
        const { id, rule } = event.data;
        if (rule) this.#rules.set(id, { id, rule });
        else this.#rules.delete(id);
        return;
      }
      case 'reset':
        this.clear();
        return;
      case 'marker':
        return;
      case 'settings':
        this.#settings = event.data;
    }
  }

  /** Applies pending readings. @returns keys of the changed devices */
  settle(): string[] {
    const keys = [...this.#pending.keys()];
    for (const [key, pending] of this.#pending) {
      const device = this.#devices.get(key);
      if (device) this.#devices.set(key, applyPending(device, pending));
    }
    this.#pending.clear();
    return keys;
  }

  clear(): void {
    this.#devices.clear();
    this.#problems.clear();
    this.#clients.clear();
    this.#gateways.clear();
    this.#alarms.clear();
    this.#rules.clear();
    this.#pending.clear();
    this.#settings = null;
  }

  get(key: string): AppDevice | undefined {
    return this.#devices.get(key);
  }

  get devices(): ReadonlyMap<string, AppDevice> {
    return this.#devices;
  }

  get problems(): Problem[] {
    return [...this.#problems.values()];
  }

  get clients(): MqttClientView[] {
    return [...this.#clients.values()];
  }

  /** Null while unknown. */
  get settings(): Settings | null {
    return this.#settings;
  }

  get gateways(): GatewayView[] {
    return [...this.#gateways.values()];
  }

  get alarms(): Alarm[] {
    return [...this.#alarms.values()];
  }

  get rules(): AlarmRule[] {
    return [...this.#rules.values()];
  }
}

/** Keeps the known product object if it is equal, so that nothing depending on it is rendered again. */
function withKnownProduct(device: AppDevice, known: AppDevice | undefined): AppDevice {
  if (!known || JSON.stringify(known.product) !== JSON.stringify(device.product)) return device;
  return { ...device, product: known.product };
}
