/** Passwords, certificates and keys of a broker, a database or a destination. */

/** Never written in clear text where others could read it; empty if not set. */
export interface Secrets {
  /** Or a token. */
  password: string;
  /** PEM texts. */
  ca: string;
  certificate: string;
  key: string;
  /** At the HTTP proxy of a broker. */
  proxy_password: string;
  /** Signs the requests to a webhook. */
  signing_key: string;
}

export const NO_SECRETS: Readonly<Secrets> = {
  password: '',
  ca: '',
  certificate: '',
  key: '',
  proxy_password: '',
  signing_key: '',
};

export const SECRET_NAMES = Object.keys(NO_SECRETS) as (keyof Secrets)[];

/** Secrets of a request: an absent one was omitted, an empty text removes it. */
export type SecretsInput = { [Name in keyof Secrets]?: Secrets[Name] | undefined };

export function hasSecrets(secrets: Secrets): boolean {
  return SECRET_NAMES.some((name) => secrets[name] !== '');
}

export function sameSecrets(one: Secrets, other: Secrets): boolean {
  return SECRET_NAMES.every((name) => one[name] === other[name]);
}

/** Whether a request sets or removes certificates or a key. */
export function hasPemInput({ ca, certificate, key }: SecretsInput): boolean {
  return [ca, certificate, key].some((text) => text !== undefined);
}

/** Whether a request sets or removes a secret other than the password. */
export function hasFurtherInput(given: SecretsInput): boolean {
  return [given.proxy_password, given.signing_key].some((text) => text !== undefined) || hasPemInput(given);
}

/** The stored secrets, overridden by the given ones. */
export function mergeSecrets(stored: Secrets, given: SecretsInput): Secrets {
  return {
    password: given.password ?? stored.password,
    ca: given.ca ?? stored.ca,
    certificate: given.certificate ?? stored.certificate,
    key: given.key ?? stored.key,
    proxy_password: given.proxy_password ?? stored.proxy_password,
    signing_key: given.signing_key ?? stored.signing_key,
  };
}
