/**
 * The gateway driver's parts and what they say to each other:
 *
 *     entry (what the user configured) -> Adapter (sensgate/ or remote/) -> book (who speaks, node ids) -> registry
 *
 * An entry is one SensGate, or all Mensuras of a prefix: so one adapter may have many gateway serials behind it.
 */
import type { GatewayConfig, GatewayStatus, GatewayTestResult } from '../../contract/index.ts';
import type { DeviceDescription, Sample } from '../../devices/instrument.ts';
import type { Emitter } from '../../support/emitter.ts';

export type {
  BrokerMessage,
  BrokerSource,
  Subscription,
  SubscriptionEvents,
  SubscriptionStatus,
} from '../../support/broker-source.ts';

/** What names an instrument behind a gateway. */
export interface GatewayDeviceKey {
  gatewaySerial: string;
  serial: string;
}

/** An instrument as an adapter knows it: everything but the gateway connection, which the book gives it. */
export interface GatewayDevice
  extends GatewayDeviceKey,
    Omit<DeviceDescription, 'family' | 'serial' | 'connections' | 'alsoBehind'> {
  /** What its gateway calls it by; undefined where the gateway has no numbers: then it is given one that it keeps. */
  node: number | undefined;
  connections: Pick<DeviceDescription['connections'], 'usb' | 'vcp'>;
}

export interface AdapterEvents {
  /** An instrument is there, or what is known of it changed: the whole of it again. */
  seen: GatewayDevice;
  /** One sampling moment; real channels, and virtual ones that the registry does not compute. Only while it is seen. */
  readings: GatewayDeviceKey & { at: number; samples: readonly Sample[] };
  /**
   * One sampling moment of a former time, newer than every one before.
   * @param absent what is known of the instrument where it is not seen: it left before what waited behind it came
   */
  late: GatewayDeviceKey & { at: number; samples: readonly Sample[]; absent?: GatewayDevice };
  /** An answer or message about it was refused. */
  rejected: GatewayDeviceKey;
  /** It is gone, and why, in plain words. */
  lost: GatewayDeviceKey & { reason: string };
  /** The status changed; counters alone do not count. */
  status: undefined;
}

/** One entry at work, from its start to its stop. Used once. */
export interface Adapter {
  readonly events: Emitter<AdapterEvents>;
  readonly status: GatewayStatus;
  start(): void;
  /** Everything behind it is lost first. Never throws, may be called twice. */
  stop(reason: string): Promise<void>;
  /** Tries now instead of when it is due. */
  connectNow(): void;
  /** The computer woke from sleep. Left out where trying now is all there is to do. */
  wake?(): void;
  /**
   * Sets the sampling period of an instrument, in milliseconds. Left out where that cannot be done.
   * @throws MensuraError `instrument-failed`, `timeout`
   */
  setPeriod?(key: GatewayDeviceKey, periodMs: number): Promise<void>;
}

/** Makes adapters of one kind, and tries entries of it once. */
export interface AdapterKind<Config extends GatewayConfig = GatewayConfig> {
  /** @param id of the entry */
  create(id: string, config: Config): Adapter;
  /** Tries the entry within 15 seconds, and leaves nothing behind. */
  test(config: Config, signal: AbortSignal): Promise<GatewayTestResult>;
}
