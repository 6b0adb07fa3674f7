import type { GatewayConfig, GatewayView } from '../../../service/contract/index.ts';
import { type ConnectionHealth, type FareSummary, healthSummary } from '../config-items/labels.ts';
import { hostAddress } from '../format/host-address.ts';
import { formatCount } from '../format/numbers.ts';

export const KIND_WORDS: Readonly<Record<GatewayConfig['kind'], string>> = {
  sensgate: 'SensGate',
  mqtt: 'Remote Mensura',
};

/** What stands wherever a SensGate is set up: how far its adapter can be relied on. */
export const SENSGATE_CAVEAT =
  'Only the SensGate’s device list is documented. The rest of its interface is assumed and has not been tested with hardware.';

/** Where it is: an address, or a prefix on a broker. */
export function placeWords(config: GatewayConfig): string {
  return config.kind === 'sensgate' ? hostAddress(config) : config.prefix;
}

/** How a gateway fares. */
export function gatewayFare({ config, status }: Pick<GatewayView, 'config' | 'status'>): ConnectionHealth {
  return { enabled: config.enabled, state: status.state, next_retry: status.next_retry };
}

/** How all gateways fare together; null where there are none. */
export function gatewaysSummary(gateways: readonly GatewayView[]): FareSummary | null {
  return healthSummary(gateways.map(gatewayFare), {
    off: 'Gateways: disabled',
    some: (online, enabled) => `Gateways: ${online} of ${enabled}`,
  });
}

/** What the serial number of an installation of Mensura looks like (docs/mqtt.md, `{name}/about`). */
const INSTALLATION = /^MS\d{10}$/;

/** What stands behind a gateway serial: another Mensura, or a gateway of its own. */
export function gatewayTypeLabel(serial: string): string {
  return INSTALLATION.test(serial) ? 'Mensura' : 'Gateway';
}

/** How the user calls what answers under a gateway serial: a SensGate by its entry's name. */
export type GatewayNames = ReadonlyMap<string, string>;

/** An entry for a broker has many behind it, and none of their names. */
export function gatewayNames(views: readonly GatewayView[]): GatewayNames {
  return new Map(
    views
      .filter(({ config }) => config.kind === 'sensgate')
      .flatMap(({ config, status }) => status.gateways.map((node) => [node.gateway_serial, config.name] as const)),
  );
}

/** The same with its serial. */
export function gatewayTitle(serial: string): string {
  return `${gatewayTypeLabel(serial)} ${serial}`;
}

/** The same within a sentence, where "behind" says already that it is a gateway: `G00034`, `Mensura MS0123456789`. */
export function formatGatewayRef(serial: string): string {
  return INSTALLATION.test(serial) ? `Mensura ${serial}` : serial;
}

/** `1 device`, `3 devices`. */
export function instrumentsWords(count: number): string {
  return count === 1 ? '1 device' : `${formatCount(count)} devices`;
}

/** `1 gateway`, `3 installations`: what an entry connects to. */
export function behindCountWords(kind: GatewayConfig['kind'], count: number): string {
  const [one, many] = kind === 'mqtt' ? ['installation', 'installations'] : ['gateway', 'gateways'];
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
