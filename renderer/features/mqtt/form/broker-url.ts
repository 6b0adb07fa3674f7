/** What a broker's address says; undefined members are not in it. */
export interface BrokerUrl {
  /** Without brackets. */
  host: string;
  port: number | undefined;
  ssl: boolean;
  username: string | undefined;
  password: string | undefined;
}

/** The usual schemes of MQTT over TCP, and whether they use TLS. */
const SCHEMES: Readonly<Record<string, boolean>> = {
  'mqtt:': false,
  'tcp:': false,
  'mqtts:': true,
  'ssl:': true,
  'tls:': true,
};

/**
 * Parses an address such as `mqtts://user:password@broker.example:8883`; a path and a query are ignored.
 * @returns undefined for any other text, and for schemes that clients do not support, such as `ws`
 */
export function parseBrokerUrl(text: string): BrokerUrl | undefined {
  const url = URL.parse(text.trim());
  const ssl = url ? SCHEMES[url.protocol] : undefined;
  if (!url?.hostname || ssl === undefined) return undefined;
  try {
    return {
      host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? undefined : Number(url.port),
      ssl,
      username: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
    };
  } catch {
    // A percent sign without its digits: not an encoded address.
    return undefined;
  }
}
