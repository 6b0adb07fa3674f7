/** How gateways are described in words. */
import type { GatewayConfig, GatewayView } from '../../../service/contract/index.ts';
import { type ConnectionHealth, type FareSummary, healthSummary } from '../config-items/labels.ts';
import { hostAddress } from '../format/host-address.ts';
import { formatCount } from '../format/numbers.ts';

export const KIND_WORDS: Readonly<Record<GatewayConfig['kind'], string>> = {
  sensgate: 'SensGate',
  mqtt: 'Mensura over MQTT',
};

/** What stands wherever a SensGate is set up: how far its adapter can be relied on. */
export const SENSGATE_CAVEAT =
  'Only its list of devices is documented; everything else is assumed and was not tried with the hardware.';

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
    off: 'Gateways off',
    some: (online, enabled) => `Gateways ${online} of ${enabled}`,
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

/** `1 instrument`, `3 instruments`. */
export function instrumentsWords(count: number): string {
  return count === 1 ? '1 instrument' : `${formatCount(count)} instruments`;
}

/** `1 gateway`, `3 Mensuras`: how many stand behind an entry. */
export function behindCountWords(kind: GatewayConfig['kind'], count: number): string {
  const [one, many] = kind === 'mqtt' ? ['Mensura', 'Mensuras'] : ['gateway', 'gateways'];
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
