import type { GatewayConfig, GatewayView } from '../../../service/contract/index.ts';
import { type ConnectionHealth, type HealthSummary, healthSummary } from '../config-items/labels.ts';
import { hostAddress } from '../format/host-address.ts';
import { plural } from '../format/numbers.ts';

export const KIND_WORDS: Readonly<Record<GatewayConfig['kind'], string>> = {
  sensgate: 'SensGate',
  mqtt: 'Remote Mensura',
};

/** How far the SensGate driver can be relied on. */
export const SENSGATE_CAVEAT =
  'Only the SensGate’s device list is documented. The rest of its interface is assumed and has not been tested with hardware.';

/** Host and port, or topic prefix. */
export function placeWords(config: GatewayConfig): string {
  return config.kind === 'sensgate' ? hostAddress(config) : config.prefix;
}

export function gatewayHealth({ config, status }: Pick<GatewayView, 'config' | 'status'>): ConnectionHealth {
  return { enabled: config.enabled, state: status.state, next_retry: status.next_retry };
}

/** Null without gateways. */
export function gatewaysSummary(gateways: readonly GatewayView[]): HealthSummary | null {
  return healthSummary('Gateways', gateways.map(gatewayHealth));
}

/** Serial number of an installation (docs/mqtt.md, `{name}/about`). */
const INSTALLATION = /^MS\d{10}$/;

/** `Mensura` or `Gateway`. */
export function gatewayTypeLabel(serial: string): string {
  return INSTALLATION.test(serial) ? 'Mensura' : 'Gateway';
}

/** The user's name for a gateway, by serial number. */
export type GatewayNames = ReadonlyMap<string, string>;

/** Only a SensGate entry names its gateway; a prefix may match many. Until it responds, its address is its serial number. */
export function gatewayNames(views: readonly GatewayView[]): GatewayNames {
  return new Map(
    views.flatMap(({ config, status }) => {
      if (config.kind !== 'sensgate') return [];
      const serials = [hostAddress(config), ...status.gateways.map(({ gateway_serial }) => gateway_serial)];
      return serials.map((serial) => [serial, config.name] as const);
    }),
  );
}

/** With the serial number. */
export function gatewayTitle(serial: string): string {
  return `${gatewayTypeLabel(serial)} ${serial}`;
}

/** For sentences: `G00034`, `Mensura MS0123456789`. */
export function formatGatewayRef(serial: string): string {
  return INSTALLATION.test(serial) ? `Mensura ${serial}` : serial;
}

/** `1 gateway`, `3 installations` */
export function behindCountWords(kind: GatewayConfig['kind'], count: number): string {
  return plural(count, kind === 'mqtt' ? 'installation' : 'gateway');
}
