/** The meaning of TLS errors of OpenSSL (Node.js) and BoringSSL (Electron). */
import { errorText } from '../../support/errors.ts';
import { type ConnectionContext, type Failure, failure, formatEndpoint } from './failure.ts';

const CLOCK = "Renew the broker's certificate. If it is still valid, check the clock of this computer.";

/** Names of verification results: `openssl verify`, and Node.js for the name. */
const CERTIFICATE_CODES: Readonly<Record<string, (place: ConnectionContext, error: unknown) => Failure>> = {
  CERT_HAS_EXPIRED: (place) =>
    failure('certificate-expired', `The certificate of the broker on ${formatEndpoint(place)} has expired.`, CLOCK),
  CERT_NOT_YET_VALID: (place) =>
    failure(
      'certificate-expired',
      `The certificate of the broker on ${formatEndpoint(place)} is not valid yet.`,
      CLOCK,
    ),
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_REJECTED: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: wrongName,
  HOSTNAME_MISMATCH: wrongName,
  IP_ADDRESS_MISMATCH: wrongName,
};

/** Other results of `openssl verify`: the certificate itself is invalid. */
const BAD_CERTIFICATE =
  /^(CERT_|CRL_|INVALID_|PATH_|UNABLE_TO_|ERROR_IN_)|_TOO_(SMALL|WEAK)$|CERTIFICATE_VERIFY_FAILED/;

function untrusted(place: ConnectionContext): Failure {
  const text = `The certificate of the broker on ${formatEndpoint(place)} is not signed by a trusted authority.`;
  const remedy = place.hasOwnCa
    ? 'The configured CA certificate does not match. Enter the certificate of the issuing authority.'
    : "Add the issuing authority's certificate as the CA certificate.";
  return failure('certificate-untrusted', text, remedy);
}

function wrongName(place: ConnectionContext, error: unknown): Failure {
  // Node.js adds the certificate to its error (ERR_TLS_CERT_ALTNAME_INVALID).
  const { cert } = error as { cert?: { subjectaltname?: string; subject?: { CN?: string } } };
  const names = cert?.subjectaltname ?? cert?.subject?.CN;
  const others = names ? ` It was issued for ${names.replaceAll(/(DNS|IP Address):/g, '')}.` : '';
  const text = `The certificate of the broker on ${formatEndpoint(place)} is not valid for ${place.host}.${others}`;
  return failure(
    'certificate-wrong-name',
    text,
    'Use a host name listed in the certificate, or turn off host name verification. Any certificate from a trusted authority is then accepted.',
  );
}

/** TLS alerts about the client's certificate (RFC 8446, 6.2), as parts of a sentence. */
const CLIENT_CERTIFICATE_ALERTS: Readonly<Record<number, string>> = {
  42: 'reports a damaged client certificate',
  43: 'does not support this type of client certificate',
  44: 'reports that the client certificate is revoked',
  45: 'reports that the client certificate has expired',
  46: 'rejected the client certificate',
  48: 'does not trust the issuer of the client certificate',
  49: 'denies access to the owner of the client certificate',
  51: 'reports that the client certificate and private key do not match',
};

/** Alerts of RFC 8446, 6.2, with the names that they have there. */
const ALERT = {
  handshakeFailure: 40,
  protocolVersion: 70,
  unrecognizedName: 112,
  certificateRequired: 116,
  noApplicationProtocol: 120,
} as const;

function alertFailure(alert: number, place: ConnectionContext): Failure {
  const broker = `The broker on ${formatEndpoint(place)}`;
  const refusal = CLIENT_CERTIFICATE_ALERTS[alert];
  if (refusal && place.hasClientCertificate) {
    const remedy = "Ask the broker's administrator for a new client certificate.";
    return failure('client-certificate-refused', `${broker} ${refusal}.`, remedy);
  }
  if (refusal || alert === ALERT.certificateRequired) {
    const remedy = "Enter the client certificate and private key issued by the broker's administrator.";
    return failure('client-certificate-refused', `${broker} requires a client certificate, but none is set.`, remedy);
  }
  if (alert === ALERT.handshakeFailure && !place.hasClientCertificate) {
    const text = `${broker} aborted the TLS handshake. It probably requires a client certificate.`;
    const remedy =
      "Enter the client certificate and private key issued by the broker's administrator. Otherwise, see the broker log.";
    return failure('client-certificate-refused', text, remedy, { lasting: false });
  }
  if (alert === ALERT.unrecognizedName) {
    const remedy = 'Use a host name that the broker accepts.';
    return failure('tls-failed', `${broker} does not recognize the host name ${place.host}.`, remedy);
  }
  if (alert === ALERT.noApplicationProtocol) {
    const remedy = 'Enter an ALPN protocol that the broker accepts on this port, or leave the field empty.';
    return failure('tls-failed', `${broker} does not accept any of the ALPN protocols.`, remedy, { lasting: true });
  }
  return tlsFailed(place, alert === ALERT.protocolVersion ? 'no common TLS version' : `alert ${alert}`);
}

/** Texts of both libraries for data that is not TLS. */
const NOT_TLS = /wrong[ _]version[ _]number|http[ _]request|packet[ _]length[ _]too[ _]long|invalid[ _]record/i;
const NOTHING_IN_COMMON =
  /unsupported[ _]protocol|no[ _]shared[ _]cipher|no[ _]protocols[ _]available|dh[ _]key[ _]too[ _]small/i;

/** Undefined if it is not an error of the TLS handshake. */
export function tlsFailure(code: string, error: unknown, place: ConnectionContext): Failure | undefined {
  const known = CERTIFICATE_CODES[code];
  if (known) return known(place, error);
  const message = errorText(error);
  // Both libraries append the number of the broker's alert to their texts.
  const alert = /SSL alert number (\d+)/i.exec(message)?.[1];
  if (alert !== undefined) return alertFailure(Number(alert), place);
  if (NOT_TLS.test(code) || NOT_TLS.test(message)) return tlsNotOffered(place);
  if (BAD_CERTIFICATE.test(code)) {
    const text = `The certificate of the broker on ${formatEndpoint(place)} is not valid (${code}).`;
    return failure('certificate-invalid', text, "Have the broker's certificate reissued.");
  }
  if (NOTHING_IN_COMMON.test(message)) return tlsFailed(place, 'no common TLS version or cipher');
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO'
    ? tlsFailed(place, code)
    : undefined;
}

function tlsFailed(place: ConnectionContext, why: string): Failure {
  const text = `Cannot connect to ${formatEndpoint(place)}: the TLS handshake failed (${why}).`;
  return failure('tls-failed', text, 'See the broker log. Mensura requires TLS 1.2 or later.');
}

/** The port responds without TLS. */
export function tlsNotOffered(place: ConnectionContext): Failure {
  const text = `TLS is on, but ${formatEndpoint(place)} does not use TLS.`;
  return failure('tls-not-offered', text, "Use the broker's TLS port, usually 8883, or turn off TLS.");
}

/** The port only responds with TLS. */
export function tlsExpected(place: ConnectionContext): Failure {
  const text = `TLS is off, but ${formatEndpoint(place)} requires it.`;
  return failure('tls-expected', text, "Turn on TLS, or use the broker's port without TLS, usually 1883.");
}
