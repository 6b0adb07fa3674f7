/** Messages for unknown paths. */
import { CONTRACT_VERSIONS } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import { EXPERT_OPERATIONS, EXPERT_VERSIONS } from '../expert-routes.ts';

/** A first segment that is meant as a version: `3.8.0`, `v3`, or anything before `/devices`. */
const VERSIONED = /^\/(v?\d[^/]*|[^/]+(?=\/devices(?:\/|$)))(\/.*)?$/i;

/** Own namespaces, not versions. */
const OWN = new Set(['app', 'expert', 'assets', 'docs']);

/** The version of an expert operation is the second segment. */
const EXPERT = /^\/expert\/([^/]+)/;

function knows(versions: readonly string[], version: string): boolean {
  return versions.includes(version);
}

function unknownExpert(path: string, version: string): string {
  const names = EXPERT_OPERATIONS.map(({ name }) => name).join(', ');
  if (knows(EXPERT_VERSIONS, version)) {
    return `Unknown path ${path}. The expert operations of API version ${version} are ${names}.`;
  }
  const what = knows(CONTRACT_VERSIONS, version)
    ? `API version ${version} has no expert operations.`
    : `Unknown API version ${version}.`;
  return `${what} The versions with expert operations are ${EXPERT_VERSIONS.join(', ')}.`;
}

function unknownVersioned(version: string, rest: string): string {
  if (knows(CONTRACT_VERSIONS, version)) return `API version ${version} has no ${rest}. See /docs.`;
  return `Unknown API version ${version}. The versions are ${CONTRACT_VERSIONS.join(', ')}.`;
}

/** @param path of the request, without its query */
export function notFoundResponse(path: string): MensuraError {
  const expert = EXPERT.exec(path)?.[1];
  if (expert !== undefined) return new MensuraError('not-found', unknownExpert(path, expert));
  const [, version, rest = '/'] = VERSIONED.exec(path) ?? [];
  const text =
    version === undefined || OWN.has(version) ? `Unknown path ${path}. See /docs.` : unknownVersioned(version, rest);
  return new MensuraError('not-found', text);
}
