/** Certificates for tests, made with OpenSSL: good ones, and ones with one thing wrong. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../at-end.ts';
import { freshFolder } from '../process.ts';
import { runProgram } from '../programs.ts';

/** A certificate with its key, as PEM texts and as files. */
export interface Certificate {
  certificate: string;
  key: string;
  certificatePath: string;
  keyPath: string;
}

export interface Authority extends Certificate {
  /** A server's certificate for 127.0.0.1, ::1 and localhost, unless other names are given. */
  server(options?: IssueOptions): Certificate;
  /** A client's certificate. */
  client(name?: string): Certificate;
}

export interface IssueOptions {
  /** Subject alternative names as OpenSSL writes them: `DNS:broker.example`, `IP:127.0.0.1`. */
  names?: readonly string[];
  /** The first and last day, as `YYYYMMDDHHMMSSZ`; yesterday and 2049 unless given. */
  from?: string;
  to?: string;
}

const LOOPBACK_NAMES = ['IP:127.0.0.1', 'IP:::1', 'DNS:localhost'];

/** Time stamps that have passed for good. */
export const EXPIRED = { from: '20200101000000Z', to: '20200201000000Z' } as const;

/** What `openssl ca` wants to know; it alone can set both dates in every version of OpenSSL. */
const CA_CONFIG = `[ca]
default_ca = test
[test]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
`;

let count = 0;

/** Makes an authority of its own; its folder is removed at the end of the test file. */
export function createAuthority(name = 'Test CA'): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-ca-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'ca.conf'), CA_CONFIG);
  writeFileSync(join(folder, 'index.txt'), '');
  makeKey(folder, 'ca');
  const subject = ['-subj', `/CN=${name}`];
  const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
  const added = extensions.flatMap((extension) => ['-addext', extension]);
  runProgram(
    'openssl',
    ['req', '-x509', '-key', 'ca.key', '-out', 'ca.pem', '-days', '3650', ...subject, ...added],
    folder,
  );
  const issue = (commonName: string, extension: string, { from, to }: IssueOptions): Certificate => {
    count += 1;
    const stem = `issued-${count}`;
    makeKey(folder, stem);
    writeFileSync(join(folder, `${stem}.ext`), extension);
    runProgram(
      'openssl',
      ['req', '-new', '-key', `${stem}.key`, '-out', `${stem}.csr`, '-subj', `/CN=${commonName}`],
      folder,
    );
    const dates = ['-startdate', from ?? '20240101000000Z', '-enddate', to ?? '20491231000000Z'];
    const files = ['-in', `${stem}.csr`, '-out', `${stem}.pem`, '-extfile', `${stem}.ext`];
    runProgram(
      'openssl',
      ['ca', '-batch', '-notext', '-config', 'ca.conf', '-cert', 'ca.pem', '-keyfile', 'ca.key', ...dates, ...files],
      folder,
    );
    return read(folder, stem);
  };
  return {
    ...read(folder, 'ca'),
    server: (options = {}) => {
      const names = options.names ?? LOOPBACK_NAMES;
      const commonName = names[0]?.replace(/^\w+:/, '') ?? 'server';
      return issue(commonName, `subjectAltName=${names.join(',')}\nextendedKeyUsage=serverAuth\n`, options);
    },
    client: (clientName = 'test client') => issue(clientName, 'extendedKeyUsage=clientAuth\n', {}),
  };
}

/** A certificate that nobody but itself signed, for 127.0.0.1, ::1 and localhost. */
export function selfSigned(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-self-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  makeKey(folder, 'self');
  const names = ['-addext', `subjectAltName=${LOOPBACK_NAMES.join(',')}`];
  const made = ['-key', 'self.key', '-out', 'self.pem', '-days', '3650', '-subj', '/CN=localhost'];
  runProgram('openssl', ['req', '-x509', ...made, ...names], folder);
  return read(folder, 'self');
}

/** The certificate and its key in a PKCS#12 file. @param more options of `openssl pkcs12` */
export function pkcs12Of({ certificatePath, keyPath }: Certificate, password: string, ...more: string[]): Buffer {
  const folder = freshFolder();
  const files = ['-in', certificatePath, '-inkey', keyPath, '-out', 'client.p12'];
  runProgram('openssl', ['pkcs12', '-export', ...files, '-passout', `pass:${password}`, ...more], folder);
  return readFileSync(join(folder, 'client.p12'));
}

function makeKey(folder: string, stem: string): void {
  mkdirSync(folder, { recursive: true });
  runProgram(
    'openssl',
    ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${stem}.key`],
    folder,
  );
}

function read(folder: string, stem: string): Certificate {
  const certificatePath = join(folder, `${stem}.pem`);
  const keyPath = join(folder, `${stem}.key`);
  return {
    certificate: readFileSync(certificatePath, 'utf8'),
    key: readFileSync(keyPath, 'utf8'),
    certificatePath,
    keyPath,
  };
}
