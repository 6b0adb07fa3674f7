/** Finds the owners of memory in a heap snapshot of V8. */

/** The part of the format of `node:v8` used here. */
export interface Snapshot {
  snapshot: {
    meta: {
      node_fields: string[];
      node_types: [string[], ...unknown[]];
      edge_fields: string[];
      edge_types: [string[], ...unknown[]];
    };
  };
  nodes: number[];
  edges: number[];
  strings: string[];
}

export interface Owners {
  /** Bytes by owner, without memory outside the heap. */
  bytes: Map<string, number>;
  /** The owner of an object, by its ID in the snapshot; undefined without an owner. */
  of(id: number): string | undefined;
}

/** Classes that are too general to be owners. */
const COMMON = new Set([
  'Object',
  'Array',
  'Map',
  'Set',
  'Promise',
  'Function',
  'Generator',
  'AsyncGenerator',
  'Module',
]);

/** Owner of objects without a named one. */
const NOBODY = 'others';

/** A weak edge. */
const WEAK = 'weak';

/**
 * The owner of an object is the nearest object of a class on the shortest path from the roots, and its field, as in
 * `LogRing.#entries`; or a variable of a function, if that is nearer.
 */
export function ownersOf({ snapshot: { meta }, nodes, edges, strings }: Snapshot): Owners {
  const { node_fields: fields, edge_fields: edgeFields } = meta;
  const [nodeTypes] = meta.node_types;
  const [edgeTypes] = meta.edge_types;
  const at = (name: string): number => fields.indexOf(name);
  const [TYPE, NAME, ID, SIZE, EDGES] = [at('type'), at('name'), at('id'), at('self_size'), at('edge_count')];
  const [EDGE_TYPE, EDGE_NAME, TO] = ['type', 'name_or_index', 'to_node'].map((name) => edgeFields.indexOf(name));
  const value = (list: number[], index: number): number => list[index] ?? 0;

  const count = nodes.length / fields.length;
  const firstEdge = new Uint32Array(count + 1);
  for (let node = 0; node < count; node += 1) {
    const own = value(nodes, node * fields.length + EDGES) * edgeFields.length;
    firstEdge[node + 1] = (firstEdge[node] ?? 0) + own;
  }
  /** An index in `labels` for each node reached. */
  const label = new Int32Array(count).fill(-1);
  const labels = [NOBODY];
  const known = new Map<string, number>([[NOBODY, 0]]);
  const labelOf = (text: string): number => {
    const place = known.get(text) ?? labels.push(text) - 1;
    known.set(text, place);
    return place;
  };
  const queue = new Uint32Array(count);
  label[0] = 0;
  for (let next = 0, end = 1; next < end; next += 1) {
    const node = queue[next] ?? 0;
    const type = nodeTypes[value(nodes, node * fields.length + TYPE)];
    const name = strings[value(nodes, node * fields.length + NAME)] ?? '';
    const isOfClass = type === 'object' && /^[A-Z]\w*$/.test(name) && !COMMON.has(name);
    for (let edge = firstEdge[node] ?? 0; edge < (firstEdge[node + 1] ?? 0); edge += edgeFields.length) {
      const kind = edgeTypes[value(edges, edge + (EDGE_TYPE ?? 0))] ?? '';
      const to = value(edges, edge + (TO ?? 0)) / fields.length;
      if (kind === WEAK || label[to] !== -1) continue;
      const edgeName = strings[value(edges, edge + (EDGE_NAME ?? 0))] ?? '';
      if (isOfClass && kind === 'property') label[to] = labelOf(`${name}.${plain(edgeName)}`);
      else if (kind === 'context') label[to] = labelOf(`variable ${edgeName}`);
      else label[to] = label[node] ?? 0;
      queue[end] = to;
      end += 1;
    }
  }
  const bytes = new Map<string, number>();
  const ids = new Map<number, number>();
  for (let node = 0; node < count; node += 1) {
    const place = label[node] ?? -1;
    if (place === -1) continue;
    const owner = labels[place] ?? NOBODY;
    const start = node * fields.length;
    if (nodeTypes[value(nodes, start + TYPE)] !== 'native') {
      bytes.set(owner, (bytes.get(owner) ?? 0) + value(nodes, start + SIZE));
    }
    ids.set(value(nodes, start + ID), place);
  }
  return { bytes, of: (id) => labels[ids.get(id) ?? -1] };
}

/** Private fields are symbols to V8. */
function plain(name: string): string {
  return /^<symbol (.+)>$/.exec(name)?.[1] ?? name;
}
