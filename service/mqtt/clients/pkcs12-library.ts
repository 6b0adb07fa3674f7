/** node-forge with a limit on what a file can make it compute. */
import { pbkdf2Sync } from 'node:crypto';
import forge from 'node-forge';

/** Most iterations of key derivations for one file; OpenSSL and Windows write some 2,000 for each of three. */
const MAX_ITERATIONS = 300_000;

/** The file asks for more iterations than the limit. */
export class TooManyIterationsError extends Error {}

type Derive = (password: string, salt: unknown, ...rest: unknown[]) => unknown;

/** Members that node-forge calls through these objects; its types omit them. */
const { pbe, pkcs12, pkcs5 } = forge as unknown as {
  pbe: { generatePkcs12Key: Derive };
  pkcs12: { generateKey: Derive };
  pkcs5: { pbkdf2: Derive };
};

let left = 0;

function spend(iterations: unknown): void {
  left -= Number(iterations);
  if (!(left >= 0)) throw new TooManyIterationsError();
}

const { generatePkcs12Key } = pbe;

const limited: Derive = (password, salt, id, iterations, ...rest) => {
  spend(iterations);
  return generatePkcs12Key(password, salt, id, iterations, ...rest);
};
pbe.generatePkcs12Key = limited;
pkcs12.generateKey = limited;

// The library takes the password's UTF-16 units as bytes here; OpenSSL and RFC 8018 take UTF-8. Native, it is faster, too.
pkcs5.pbkdf2 = (password, salt, iterations, bytes, digest) => {
  spend(iterations);
  const { algorithm = 'sha1' } = (digest ?? {}) as { algorithm?: string };
  const salted = Buffer.from(String(salt), 'latin1');
  return pbkdf2Sync(password, salted, Number(iterations), Number(bytes), algorithm).toString('latin1');
};

/**
 * The bags of a file's keys and certificates.
 * @throws TooManyIterationsError; Error for a wrong password, damage, or an unsupported encryption
 */
export function readBags(
  file: Buffer,
  password: string,
): { keys: forge.pkcs12.Bag[]; certificates: forge.pkcs12.Bag[] } {
  left = MAX_ITERATIONS;
  const { asn1, pki } = forge;
  const parsed = forge.pkcs12.pkcs12FromAsn1(asn1.fromDer(file.toString('latin1')), true, password);
  const bags = (type: string | undefined): forge.pkcs12.Bag[] => {
    const bagType = type ?? '';
    return parsed.getBags({ bagType })[bagType] ?? [];
  };
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = pki.oids;
  return { keys: [...bags(pkcs8ShroudedKeyBag), ...bags(keyBag)], certificates: bags(certBag) };
}

/** DER, as Latin-1. */
export function derOf(value: forge.asn1.Asn1): string {
  return forge.asn1.toDer(value).getBytes();
}

export function certificateDer({ cert, asn1 }: forge.pkcs12.Bag): string {
  // The library keeps as ASN.1 what it cannot parse itself, such as certificates with an elliptic curve.
  return derOf(cert ? forge.pki.certificateToAsn1(cert) : asn1);
}

export function keyDer({ key, asn1 }: forge.pkcs12.Bag): string {
  const { pki } = forge;
  return derOf(key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)) : asn1);
}
