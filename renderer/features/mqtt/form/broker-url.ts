import type { MqttAdvanced } from '../../../../service/contract/index.ts';

/** What a broker's address says; undefined members are not in it. */
export interface BrokerUrl {
  /** Without brackets. */
  host: string;
  port: number | undefined;
  ssl: boolean;
  transport: MqttAdvanced['transport'];
  /** Of a WebSocket; undefined if the address has none. */
  path: string | undefined;
  username: string | undefined;
  password: string | undefined;
}

/** The usual schemes of MQTT, whether they use TLS, and their transport. */
const SCHEMES: Readonly<Record<string, Pick<BrokerUrl, 'ssl' | 'transport'>>> = {
  'mqtt:': { ssl: false, transport: 'tcp' },
  'tcp:': { ssl: false, transport: 'tcp' },
  'mqtts:': { ssl: true, transport: 'tcp' },
  'ssl:': { ssl: true, transport: 'tcp' },
  'tls:': { ssl: true, transport: 'tcp' },
  'ws:': { ssl: false, transport: 'websocket' },
  'wss:': { ssl: true, transport: 'websocket' },
};

const USUAL_WEB_PORTS: Readonly<Record<string, number>> = { 'ws:': 80, 'wss:': 443 };

/**
 * Parses an address such as `mqtts://user:password@broker.example:8883`; without WebSocket, a path and a query are ignored.
 * @returns undefined for any other text
 */
export function parseBrokerUrl(text: string): BrokerUrl | undefined {
  const url = URL.parse(text.trim());
  const scheme = url ? SCHEMES[url.protocol] : undefined;
  if (!url?.hostname || !scheme) return undefined;
  const hasPath = scheme.transport === 'websocket' && url.pathname + url.search !== '/';
  try {
    return {
      host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
      // The default port of its scheme is not in a parsed WebSocket URL.
      port: url.port === '' ? USUAL_WEB_PORTS[url.protocol] : Number(url.port),
      ...scheme,
      path: hasPath ? url.pathname + url.search : undefined,
      username: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
    };
  } catch {
    // A percent sign without its digits: not an encoded address.
    return undefined;
  }
}
