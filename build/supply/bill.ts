/**
 * The software bill of materials, in CycloneDX 1.5: what Mensura's users get. npm lists everything that is installed to
 * build and test it; of that, what became part of the bundles remains, and what they run in: Electron, and the Node that the packages
 * bring along.
 */
import type { ShippedPackage } from '../licences.ts';

/** https://cyclonedx.org/docs/1.5/json/, as far as it is looked at here. */
export interface Bill {
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

/** Comes whole, beside the bundles. */
const RUNTIME = 'electron';

/**
 * @param all what npm lists; changed by this
 * @param shipped what the bundles are made of
 * @param node the version of Node that the packages bring (build/package/own-node.ts), as in `24.1.0`
 * @throws Error when a package of the bundles is not on npm's list: the bill would not be whole
 */
export function billOfMaterials(all: Bill, shipped: readonly ShippedPackage[], node: string): Bill {
  const wanted = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const known = new Set(all.components.map(({ name, version }) => `${name}@${version}`));
  const missing = [...wanted].filter((key) => !known.has(key));
  if (missing.length > 0) {
    throw new Error(
      `The build is older than package-lock.json, which does not have ${missing.join(', ')}. Build again.`,
    );
  }
  const components = all.components.filter(({ name, version }) => wanted.has(`${name}@${version}`) || name === RUNTIME);
  for (const component of components) {
    // What npm installs for development is part of the bundles all the same.
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
