/** Replaces secrets in a request body, so that copied commands do not contain them. */

const SECRET_MEMBERS = new Set(['password', 'key']);

/** Empty secrets stay: they mean that there is none. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_MEMBERS.has(name) && typeof member === 'string' && member !== ''
        ? `YOUR_${name.toUpperCase()}`
        : withoutSecrets(member),
    ]),
  );
}
