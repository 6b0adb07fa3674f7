/** Which gateways may not exist together, because they are the same one. */
import { type GatewayConfig, MAX_GATEWAYS } from '../../contract/index.ts';
import { type FieldError, invalidFields, MensuraError } from '../../support/errors.ts';

/** By ID, in the order in which they were added. */
export type GatewayConfigs = ReadonlyMap<string, GatewayConfig>;

/** What identifies a gateway, and the field with it. */
function meaningOf(config: GatewayConfig): { field: string; key: string; words: string } {
  if (config.kind === 'sensgate') {
    const address = `${config.host.toLowerCase()}:${config.port}`;
    return { field: 'host', key: `sensgate ${address}`, words: `uses ${address}` };
  }
  const words = `reads "${config.prefix}" through MQTT client "${config.client}"`;
  return { field: 'prefix', key: `mqtt ${config.prefix} ${config.client}`, words };
}

/** The first conflict of a gateway with the others. Names must be unique too: problems, metrics and people use them. */
export function findConflict(id: string, config: GatewayConfig, configs: GatewayConfigs): FieldError | undefined {
  const meaning = meaningOf(config);
  for (const [otherId, other] of configs) {
    if (otherId === id) continue;
    if (other.name === config.name) return { path: 'name', message: `a gateway named "${config.name}" already exists` };
    if (meaningOf(other).key === meaning.key) {
      return { path: meaning.field, message: `gateway "${other.name}" already ${meaning.words}` };
    }
  }
  return undefined;
}

/** The form of generated IDs. */
export const GATEWAY_ID = /^g[\da-f]{8}$/;
export const GATEWAY_ID_WORDS = 'must be g followed by eight hexadecimal digits (0-9, a-f)';

export interface IdentifiedGateway {
  id: string;
  config: GatewayConfig;
}

/** The field errors of a complete set of gateways. `path` is a field of the gateway at `index`. */
export function validateGateways(entries: readonly IdentifiedGateway[]): (FieldError & { index: number })[] {
  const before = new Map<string, GatewayConfig>();
  return entries.flatMap(({ id, config }, index) => {
    const problem = before.has(id) ? { path: 'id', message: 'is already in use' } : findConflict(id, config, before);
    before.set(id, config);
    return problem ? [{ ...problem, index }] : [];
  });
}

/**
 * A new set that replaces all gateways.
 * @throws MensuraError `bad-request` naming each invalid field, as in `3.config.name`
 */
export function replaceGateways(entries: readonly IdentifiedGateway[]): GatewayConfigs {
  requireCapacity(entries.length);
  const misnamed = entries.flatMap(({ id }, index) =>
    GATEWAY_ID.test(id) ? [] : [{ path: `${index}.id`, message: GATEWAY_ID_WORDS }],
  );
  const others = validateGateways(entries).map(({ index, path, message }) => ({
    path: path === 'id' ? `${index}.id` : `${index}.config.${path}`,
    message,
  }));
  const errors = [...misnamed, ...others];
  if (errors.length > 0) throw invalidFields(errors);
  return new Map(entries.map(({ id, config }) => [id, config]));
}

/** @throws MensuraError `conflict` naming the field */
export function requireNoConflict(id: string, config: GatewayConfig, configs: GatewayConfigs): void {
  const problem = findConflict(id, config, configs);
  if (problem) throw new MensuraError('conflict', `${problem.path}: ${problem.message}.`, { errors: [problem] });
}

/** @throws MensuraError `bad-request` naming the limit */
export function requireCapacity(count: number): void {
  if (count <= MAX_GATEWAYS) return;
  throw new MensuraError('bad-request', `The limit is ${MAX_GATEWAYS} gateways. Delete one first.`);
}
