/** Describes failed connections to servers: the codes of the system and of TLS. */
import { type ConnectError, connectErrorOf } from './connect-error.ts';
import { errorText } from './errors.ts';

export interface ConnectionFailure {
  code:
    | 'host-unknown'
    | 'port-refused'
    | 'unreachable'
    | 'no-answer'
    | 'connection-lost'
    | 'tls-failed'
    | 'certificate-expired'
    | 'certificate-untrusted'
    | 'certificate-wrong-name'
    | 'client-certificate-refused'
    /** The server speaks another protocol. */
    | 'wrong-protocol';
  /** A sentence. */
  text: string;
  /** A sentence. */
  remedy: string;
}

export interface ServerAddress {
  host: string;
  port: number;
}

/** `port 8086 of influx.example`. */
export function formatServer({ host, port }: ServerAddress): string {
  return `port ${port} of ${host}`;
}

const CHECK_NETWORK = "Check the address and the network connection, and that the server's computer is on.";

function connectFailure(error: ConnectError, server: ServerAddress): ConnectionFailure {
  const { host } = server;
  const to = `Cannot connect to ${formatServer(server)}`;
  if (error === 'host-unknown') {
    const remedy = "Check the spelling, or use the server's IP address.";
    return { code: 'host-unknown', text: `Cannot find host ${host}: the name does not resolve.`, remedy };
  }
  if (error === 'lookup-failed') {
    const remedy = 'Check the network connection and the DNS settings of this computer.';
    return { code: 'host-unknown', text: `Cannot look up ${host}: no name server responds.`, remedy };
  }
  if (error === 'refused') {
    const remedy =
      'Check the host and port, and that the server is running. A firewall may also reject the connection.';
    return { code: 'port-refused', text: `${to}: connection refused.`, remedy };
  }
  if (error === 'no-route') {
    return { code: 'unreachable', text: `Cannot connect to ${host}: no route.`, remedy: CHECK_NETWORK };
  }
  if (error === 'no-connection') return connectTimeout(server);
  error satisfies 'not-permitted';
  const remedy = 'Allow Mensura in the firewall or security software.';
  return { code: 'unreachable', text: `${to}: blocked by this computer.`, remedy };
}

/** No connection before the deadline. */
export function connectTimeout(server: ServerAddress): ConnectionFailure {
  const text = `Cannot connect to ${formatServer(server)}: timed out.`;
  return { code: 'unreachable', text, remedy: CHECK_NETWORK };
}

/** Connected, but no response before the deadline. @param limitMs the deadline, in milliseconds */
export function responseTimeout(server: ServerAddress, limitMs: number): ConnectionFailure {
  const text = `The server on ${formatServer(server)} did not respond within ${limitMs / 1000} s.`;
  return { code: 'no-answer', text, remedy: 'Check that the server is not overloaded.' };
}

const UNTRUSTED = /^(UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|CERT_REJECTED)/;
const WRONG_NAME = /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|IP_ADDRESS_MISMATCH)$/;
const NOT_TLS = /wrong[ _]version[ _]number|http[ _]request|packet[ _]length[ _]too[ _]long|invalid[ _]record/i;

export function clientCertificateRefused(server: ServerAddress): ConnectionFailure {
  const text = `The server on ${formatServer(server)} requires a client certificate that it trusts.`;
  const remedy = "Enter the client certificate and private key issued by the server's administrator.";
  return { code: 'client-certificate-refused', text, remedy };
}

/** Undefined if it is not an error of TLS. */
function tlsFailure(code: string, { error, server, withoutTls }: FailedConnection): ConnectionFailure | undefined {
  const where = `the server on ${formatServer(server)}`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const what = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
    const remedy = "Renew the server's certificate. If it is still valid, check the clock of this computer.";
    return { code: 'certificate-expired', text: `The certificate of ${where} ${what}.`, remedy };
  }
  if (UNTRUSTED.test(code)) {
    const text = `The certificate of ${where} is not signed by a trusted authority.`;
    return {
      code: 'certificate-untrusted',
      text,
      remedy: "Add the issuing authority's certificate as the CA certificate.",
    };
  }
  if (WRONG_NAME.test(code)) {
    const text = `The certificate of ${where} is not valid for ${server.host}.`;
    const remedy = 'Use a host name listed in the certificate, or turn off host name verification.';
    return { code: 'certificate-wrong-name', text, remedy };
  }
  const message = errorText(error);
  if (NOT_TLS.test(code) || NOT_TLS.test(message)) {
    const text = `The server on ${formatServer(server)} does not use TLS.`;
    return { code: 'tls-failed', text, remedy: withoutTls };
  }
  // Alert 40, a failed handshake: with TLS 1.2, that of a server which was shown no certificate.
  if (/SSL alert number (40|42|43|44|45|46|48|49|51|116)\b/i.test(message)) return clientCertificateRefused(server);
  if (!/^(ERR_SSL_|ERR_TLS_|EPROTO|CERT_|CRL_|INVALID_)/.test(code)) return undefined;
  const text = `Cannot connect to ${formatServer(server)}: TLS failed (${code}).`;
  return { code: 'tls-failed', text, remedy: 'See the server log.' };
}

export interface FailedConnection {
  /** The system's or the TLS library's error. */
  error: NodeJS.ErrnoException;
  server: ServerAddress;
  /** There was no connection yet. */
  isConnecting: boolean;
  isTls: boolean;
  /** The remedy for a server that does not use TLS. */
  withoutTls: string;
}

export function connectionFailure(failed: FailedConnection): ConnectionFailure {
  const { error, server, isConnecting, isTls } = failed;
  const code = error.code ?? '';
  const known = isConnecting ? connectErrorOf(code) : undefined;
  if (known) return connectFailure(known, server);
  const tls = isTls ? tlsFailure(code, failed) : undefined;
  if (tls) return tls;
  const where = formatServer(server);
  const cause = code || errorText(error);
  if (isConnecting) {
    return { code: 'unreachable', text: `Cannot connect to ${where} (${cause}).`, remedy: CHECK_NETWORK };
  }
  // With TLS 1.3, a server refuses a client certificate after the handshake, and its alert may be lost.
  const certificate = isTls ? ' It may require a client certificate.' : '';
  const remedy = `Mensura retries automatically. If this happens often, see the server log.${certificate}`;
  return { code: 'connection-lost', text: `The server on ${where} closed the connection (${cause}).`, remedy };
}
