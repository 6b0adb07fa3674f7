/** Service information, the status of the app API, and the rate of readings. */
import { APP_VERSION, APP_VERSION_TEXT, type AppStatus, type ServiceInfo } from '../../contract/index.ts';
import type { EventHub } from '../events/event-hub.ts';
import type { HttpOptions } from '../options.ts';

/** As existing clients expect it (interface.md#service-information). */
const SERVICE_NAME = 'mensura-device-service';

const RATE_WINDOW_S = 10;

export interface ServiceStatusOptions
  extends Pick<HttpOptions, 'registry' | 'mqtt' | 'gateways' | 'alarms' | 'history' | 'clock' | 'host'> {
  /** The event streams. */
  streams: Pick<EventHub, 'streams' | 'coalescedTotal'>;
}

export class ServiceStatus {
  readonly #options: ServiceStatusOptions;
  /** Totals once a second, oldest first. */
  #totals: { at: number; readings: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #started = 0;
  #address = '';

  constructor(options: ServiceStatusOptions) {
    this.#options = options;
  }

  /** @param address the base URL of the service */
  start(address: string): void {
    this.#address = address;
    this.#started = this.#options.clock.now();
    this.#note();
    this.#timer ??= setInterval(() => this.#note(), 1000);
  }

  moveTo(address: string): void {
    this.#address = address;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** When the service started: milliseconds since 1970. */
  get started(): number {
    return this.#started;
  }

  info(): ServiceInfo {
    return { service_name: SERVICE_NAME, status: this.#status(), version: APP_VERSION };
  }

  app(): AppStatus {
    const { registry, mqtt, gateways: administration, alarms: alarmAdministration, host, streams } = this.#options;
    const { clients } = mqtt.list();
    const { gateways } = administration.list();
    const { alarms } = alarmAdministration.list();
    const { state, bytes, dropped_total: discarded } = this.#options.history.figures();
    const devices = registry.all();
    return {
      service_name: SERVICE_NAME,
      version: APP_VERSION_TEXT,
      status: this.#status(),
      address: this.#address,
      host,
      started: new Date(this.#started).toISOString(),
      time: new Date(this.#options.clock.now()).toISOString(),
      devices: devices.length,
      simulated_devices: devices.filter(({ description }) => description.simulated).length,
      readings_total: registry.readingsTotal,
      readings_per_second: this.#rate(),
      streams: streams.streams,
      coalesced_total: streams.coalescedTotal,
      mqtt_clients: clients.length,
      mqtt_online: clients.filter(({ status }) => status.state === 'online').length,
      gateways: gateways.length,
      gateways_online: gateways.filter(({ status }) => status.state === 'online').length,
      history: state,
      history_bytes: bytes,
      history_dropped: discarded,
      alarms_active: alarms.filter(({ ended }) => ended === null).length,
      alarms_unacknowledged: alarms.filter(({ acknowledged }) => acknowledged === null).length,
      problems: registry.problems(),
    };
  }

  /**
   * `ok`, or `error: ` with the code and subject of the first problem and the number of others. A due correction is no
   * error: readings are as good as the day before.
   */
  #status(): string {
    const [first, ...others] = this.#options.registry.problems().filter(({ code }) => code !== 'correction-due');
    if (!first) return 'ok';
    return `error: ${first.code} ${first.subject}${others.length > 0 ? ` and ${others.length} more` : ''}`;
  }

  #note(): void {
    const { clock, registry } = this.#options;
    this.#totals.push({ at: clock.monotonic(), readings: registry.readingsTotal });
    if (this.#totals.length > RATE_WINDOW_S) this.#totals.shift();
  }

  /** Readings per second, to one decimal. */
  #rate(): number {
    const { clock, registry } = this.#options;
    const [oldest] = this.#totals;
    const seconds = oldest ? (clock.monotonic() - oldest.at) / 1000 : 0;
    if (!oldest || seconds <= 0) return 0;
    return Math.round(((registry.readingsTotal - oldest.readings) / seconds) * 10) / 10;
  }
}
