/**
 * The software bill of materials in CycloneDX 1.5. npm lists all installed packages, including those for building and
 * testing; the bill has those in the bundles, Electron, and the Node in the packages.
 */
import type { ShippedPackage } from '../licenses.ts';

/** The parts of https://cyclonedx.org/docs/1.5/json/ that are used here. */
export interface Sbom {
  bomFormat: 'CycloneDX';
  specVersion: string;
  metadata: { component: { 'bom-ref': string; type: string; name: string; version: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

export interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  scope?: string;
  purl: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
  properties?: { name: string; value: string }[];
}

/** Not bundled, but part of every package. */
const RUNTIME = 'electron';

/**
 * @param all the list from npm; modified
 * @param shipped the packages in the bundles
 * @param node the version of Node in the packages (build/package/bundled-node.ts), such as `24.1.0`
 * @throws Error if a package of the bundles is missing in npm's list
 */
export function createSbom(all: Sbom, shipped: readonly ShippedPackage[], node: string): Sbom {
  const wanted = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const known = new Set(all.components.map(({ name, version }) => `${name}@${version}`));
  const missing = [...wanted].filter((key) => !known.has(key));
  if (missing.length > 0) {
    throw new Error(`The build is out of date: ${missing.join(', ')} not in package-lock.json. Build again.`);
  }
  const components = all.components.filter(({ name, version }) => wanted.has(`${name}@${version}`) || name === RUNTIME);
  for (const component of components) {
    // npm marks packages that are installed for development as optional.
    component.scope = 'required';
    delete component.properties;
  }
  const ownNode: Component = {
    'bom-ref': `node@${node}`,
    type: 'application',
    name: 'node',
    version: node,
    scope: 'required',
    purl: `pkg:generic/node@${node}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  components.push(ownNode);
  const root = all.metadata.component;
  const refs = new Set([root['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...root, type: 'application', name: 'mensura' } },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: [
          ...dependsOn.filter((other) => refs.has(other)),
          ...(ref === root['bom-ref'] ? [ownNode['bom-ref']] : []),
        ],
      })),
  };
}
