/** Builds a mosquitto_sub command (https://mosquitto.org/man/mosquitto_sub-1.html). */
type Shell = 'posix' | 'powershell';

/** Without a meaning in any shell. */
const PLAIN = /^[\w.,:=@%/-]+$/;

// oxlint-disable-next-line no-control-regex -- control characters are what needs another way of quoting
const CONTROL = /[\u0000-\u001F\u007F]/;

/** Quotes a text so that the shell passes on exactly this text. */
export function shellArgument(text: string, shell: Shell): string {
  if (shell === 'powershell') return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
  if (PLAIN.test(text)) return text;
  // A control character pasted into a terminal acts as a key.
  return CONTROL.test(text)
    ? `$'${Array.from(text, escaped).join('')}'`
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function escaped(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (!CONTROL.test(character)) return character;
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

export interface Subscription {
  prefix: string;
  host: string;
  port: string;
  protocol_version: '3' | '4' | '5';
  username: string;
  hasPassword: boolean;
  ssl: boolean;
  checkServerName: boolean;
  /** The broker's certificate is issued by a private CA. */
  ownAuthority: boolean;
  clientCertificate: boolean;
  /** Empty for none. mosquitto_sub offers one. */
  alpn: string;
  webSocket: boolean;
  proxy: boolean;
}

const VERSIONS = { 3: 'mqttv31', 4: 'mqttv311', 5: 'mqttv5' } as const;

/** Placeholders in the command. */
export const PLACES = { password: 'PASSWORD', ca: 'ca.pem', certificate: 'client.pem', key: 'client-key.pem' } as const;

export interface SubscribeLine {
  line: string;
  /** Sentences: what to replace. */
  hints: string[];
}

/** Never contains secrets. */
export function subscribeLine(subscription: Subscription, shell: Shell): SubscribeLine {
  const { prefix, host, port, protocol_version, username } = subscription;
  const quoted = (text: string): string => shellArgument(text, shell);
  const parts = ['mosquitto_sub', '-h', quoted(host.trim()), '-p', quoted(port.trim())];
  parts.push('-V', VERSIONS[protocol_version]);
  const hints: string[] = [];
  if (username) parts.push('-u', quoted(username));
  if (subscription.hasPassword && (username || protocol_version === '5')) {
    parts.push('-P', PLACES.password);
    hints.push(`Replace ${PLACES.password} with the password.`);
  }
  if (subscription.ssl) addTls(subscription, parts, hints);
  if (subscription.ssl && subscription.alpn) parts.push('--tls-alpn', quoted(subscription.alpn));
  if (subscription.webSocket)
    hints.push('mosquitto_sub does not support WebSocket; use the broker\u2019s port for TCP.');
  if (subscription.proxy)
    hints.push('mosquitto_sub does not support HTTP proxies; run it where it reaches the broker.');
  parts.push('-t', quoted(`${prefix}/#`), '-v');
  return { line: parts.join(' '), hints };
}

function addTls(subscription: Subscription, parts: string[], hints: string[]): void {
  if (subscription.ownAuthority) {
    parts.push('--cafile', PLACES.ca);
    hints.push(`${PLACES.ca} is the CA certificate file.`);
  } else {
    parts.push('--tls-use-os-certs');
  }
  if (!subscription.checkServerName) parts.push('--insecure');
  if (subscription.clientCertificate) {
    parts.push('--cert', PLACES.certificate, '--key', PLACES.key);
    hints.push(`${PLACES.certificate} and ${PLACES.key} are the client certificate and its private key.`);
  }
}
