/** What is said about a path that nothing answers. */
import { CONTRACT_VERSIONS } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';

/** A first segment that is meant as a version: `3.8.0`, `v3`, or whatever stands before `/devices`. */
const VERSIONED = /^\/(v?\d[^/]*|[^/]+(?=\/devices(?:\/|$)))(\/.*)?$/i;

/** Namespaces of our own, which are no versions. */
const OWN = new Set(['app', 'expert', 'assets', 'docs']);

/** @param path of the request, without its query */
export function unknownPath(path: string): MensuraError {
  const [, version, rest = '/'] = VERSIONED.exec(path) ?? [];
  if (version === undefined || OWN.has(version)) {
    return new MensuraError('not-found', `There is nothing at ${path}. The API is described at /docs.`);
  }
  if (CONTRACT_VERSIONS.some((known) => known === version)) {
    return new MensuraError('not-found', `Version ${version} has no ${rest}. The API is described at /docs.`);
  }
  const versions = CONTRACT_VERSIONS.join(', ');
  return new MensuraError('not-found', `There is no version ${version} of this API. The versions are ${versions}.`);
}
