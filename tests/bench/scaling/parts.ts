/** Which part of the program, of its packages or of Node the samples of a profile belong to. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ProfileNode } from './programs/profiler.ts';

/** A thread that waits is not sampled, but for a moment. */
const IDLE = '(idle)';

/** What the engine says where no function of the program runs. */
const BY_ITSELF: ReadonlyMap<string, string> = new Map([
  [IDLE, IDLE],
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'outside JavaScript'],
]);

/** Functions of Node that nothing of the program or its packages called. */
const NODE = 'Node itself';

/** A part of a folder that is a part by itself; else folders are. */
const PURPOSE = /^service\/(?:devices\/(?:reading-text|virtual-channels)|http\/events|drivers\/[^/.]+)/;

const FOLDER = /^service\/[^/.]+/;

/** Asked before any map: packages have maps of their own. */
const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Serves whoever calls it: its time is theirs, as that of Node's own functions is. */
const HELPERS = 'service/support';

interface Shares {
  /** Of a busy thread. */
  samples: number;
  /** The share of them by part. */
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

/** @returns undefined for what counts for its caller */
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

/** Where functions of bundles come from, from the root of the sources on; of other files, where they are. */
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
