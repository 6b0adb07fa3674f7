/** Assigns the samples of a profile to parts of the program, its packages or Node. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ProfileNode } from './programs/profiler.ts';

/** Time of a waiting thread. */
const IDLE = '(idle)';

/** V8's names for time outside functions of the program. */
const BY_ITSELF: ReadonlyMap<string, string> = new Map([
  [IDLE, IDLE],
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'outside JavaScript'],
]);

/** Functions of Node without a caller in the program or its packages. */
const NODE = 'Node itself';

/** Subfolders that are parts of their own; otherwise folders are. */
const PURPOSE = /^service\/(?:devices\/(?:reading-text|virtual-channels)|http\/events|drivers\/[^/.]+)/;

const FOLDER = /^service\/[^/.]+/;

/** Checked before source maps, since packages have their own. */
const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Counts for its callers, as Node's own functions do. */
const HELPERS = 'service/support';

interface Shares {
  /** Samples of a busy thread. */
  samples: number;
  /** Their shares by part. */
  parts: ReadonlyMap<string, number>;
}

/** @param nodes the tree of calls, its root first; the map of a bundle lies beside it */
export function sharesOf(nodes: readonly ProfileNode[]): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const source = sourceFinder();
  const samples = new Map<string, number>();
  const visit = (node: ProfileNode, caller: string): void => {
    const part = partOf(node, source) ?? caller;
    samples.set(part, (samples.get(part) ?? 0) + (node.hitCount ?? 0));
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) visit(child, part);
    }
  };
  if (nodes[0]) visit(nodes[0], NODE);
  samples.delete(IDLE);
  const busy = [...samples.values()].reduce((sum, count) => sum + count, 0);
  return { samples: busy, parts: new Map([...samples].map(([part, count]) => [part, count / busy])) };
}

type SourceFinder = (callFrame: ProfileNode['callFrame']) => string;

/** @returns undefined if the function counts for its caller */
function partOf({ callFrame }: ProfileNode, source: SourceFinder): string | undefined {
  const { functionName, url } = callFrame;
  const byItself = BY_ITSELF.get(functionName);
  if (byItself !== undefined) return byItself;
  if (!url.startsWith('file:') && !url.startsWith('/')) return undefined;
  const packaged = PACKAGE.exec(url)?.[1];
  if (packaged !== undefined) return packaged;
  const path = source(callFrame);
  const part = (PURPOSE.exec(path) ?? FOLDER.exec(path))?.[0] ?? 'the benchmark itself';
  return part === HELPERS ? undefined : part;
}

/** The source path of functions in bundles, from the root of the tree; of others, their file. */
function sourceFinder(): SourceFinder {
  const maps = new Map<string, SourceMap | undefined>();
  return ({ url, lineNumber, columnNumber }) => {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    if (!maps.has(file)) maps.set(file, mapOf(`${file}.map`));
    const entry = maps.get(file)?.findEntry(lineNumber, columnNumber);
    if (!entry || !('originalSource' in entry)) return file;
    return entry.originalSource.replace(/^(?:\.\.\/)+(?:source\/)?/, '');
  };
}

function mapOf(file: string): SourceMap | undefined {
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
