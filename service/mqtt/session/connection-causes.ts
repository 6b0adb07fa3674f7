/** Causes of failures, from what a connection received. */
import type { CertificateError } from '../../secrets/tls-context.ts';
import { escapeControlCharacters } from '../../support/control-characters.ts';
import type { BrokerEndpoint } from './broker-endpoint.ts';
import { type Failure, failure } from './failure.ts';
import type { Cause } from './failures.ts';
import { PROTOCOL_ERROR } from './inbound-rules.ts';
import { FrameError } from './web-socket/frame-reader.ts';
import { UpgradeError } from './web-socket/upgrade.ts';

/** Characters of a broker's text. */
const MAX_QUOTE = 200;

/** The broker's text, truncated; undefined if it contains a secret. */
export function quote(text: string | undefined, { config, secrets }: BrokerEndpoint): string | undefined {
  const hidden = [secrets.password, config.fields.username].filter((secret) => secret !== '');
  if (!text || hidden.some((secret) => text.includes(secret))) return undefined;
  return escapeControlCharacters(text, () => ' ').slice(0, MAX_QUOTE);
}

/** The cause of an error of a WebSocketStream. */
export function webSocketCause(error: Error): Cause {
  if (error instanceof UpgradeError) return { kind: 'upgrade', refusal: error.refusal };
  if (!(error instanceof FrameError)) return { kind: 'error', error };
  const what = `sent ${error.message} over WebSocket`;
  return { kind: 'violation', violation: { what, reasonCode: PROTOCOL_ERROR } };
}

/** The failure of an unusable certificate or key. */
export function certificateFailure({ message }: CertificateError): Failure {
  return failure('certificate-invalid', message, 'Enter the certificates and the private key again in PEM format.');
}
