/**
 * The types of the gateway driver's stages:
 *
 *     entry (configured by the user) -> Adapter (sensgate/ or remote/) -> GatewayOwnership (claims, node numbers) -> registry
 *
 * An entry is one SensGate, or all remote Mensura installations under a prefix, so one adapter may have many gateways.
 */
import type { GatewayConfig, GatewayStatus, GatewayTestResult } from '../../contract/index.ts';
import type { DeviceDescription, Sample } from '../../devices/types.ts';
import type { Emitter } from '../../support/emitter.ts';

export interface GatewayDeviceKey {
  gatewaySerial: string;
  serial: string;
}

/** A device as an adapter knows it: without the gateway connection, which `GatewayOwnership` adds. */
export interface GatewayDevice
  extends GatewayDeviceKey,
    Omit<DeviceDescription, 'family' | 'serial' | 'connections' | 'alsoBehind'> {
  /** The gateway's number for it; undefined if the gateway has no numbers, then it gets a permanent one. */
  node: number | undefined;
  connections: Pick<DeviceDescription['connections'], 'usb' | 'vcp'>;
}

export interface AdapterEvents {
  /** A device connected, or its description changed. Always the whole description. */
  seen: GatewayDevice;
  /** One sample set, with the virtual channels that the source has computed itself. Only for connected devices. */
  readings: GatewayDeviceKey & { at: number; samples: readonly Sample[] };
  /**
   * A past sample set, newer than every one before.
   * @param absent description of a device that disconnected before its late readings arrived
   */
  late: GatewayDeviceKey & { at: number; samples: readonly Sample[]; absent?: GatewayDevice };
  /** A response or message about it was invalid. */
  rejected: GatewayDeviceKey;
  /** It disconnected; the reason is a sentence. */
  lost: GatewayDeviceKey & { reason: string };
  /** The status changed; counters alone do not count. */
  status: undefined;
}

/** A running entry, from its start to its stop. Used once. */
export interface Adapter {
  readonly events: Emitter<AdapterEvents>;
  readonly status: GatewayStatus;
  start(): void;
  /** Disconnects all its devices first. Never throws, may be called twice. */
  stop(reason: string): Promise<void>;
  /** Retries now instead of when it is due. */
  connectNow(): void;
  /** After a resume. Left out if `connectNow` is enough. */
  wake?(): void;
  /**
   * Sets the sampling period of a device, in milliseconds. Left out if that is not possible.
   * @throws MensuraError `instrument-failed`, `timeout`
   */
  setPeriod?(key: GatewayDeviceKey, periodMs: number): Promise<void>;
}

/** Creates adapters of one type, and tests entries. */
export interface AdapterKind<Config extends GatewayConfig = GatewayConfig> {
  /** @param id of the entry */
  create(id: string, config: Config): Adapter;
  /** Tests the entry within 15 seconds, and leaves nothing behind. */
  test(config: Config, signal: AbortSignal): Promise<GatewayTestResult>;
}
