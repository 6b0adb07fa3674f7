/**
 * Which code ran, by V8's own block coverage (https://v8.dev/blog/javascript-code-coverage): no instrumentation, so the
 * code under test is the code that ships, types stripped.
 */
import { type Profiler, Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../build/paths.ts';

/** What is known of one file: the characters that ran, and where blocks begin and end. */
interface Script {
  ran: Uint8Array;
  edges: Set<number>;
}

type Found = readonly { url: string; functions: readonly Profiler.FunctionCoverage[] }[];

export class Coverage {
  readonly #session = new Session();
  readonly #prefix = pathToFileURL(`${ROOT}/`).href;
  readonly #scripts = new Map<string, Script>();
  /** Where paths below the root begin; blocks of other files do not count. */
  covers: readonly string[] = [];

  /** Counts from here on. Call before the code to look at is loaded: what is compiled already has no blocks. */
  start(): void {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  stop(): void {
    this.#session.disconnect();
  }

  /** What ran since it was asked last. */
  take(): Found {
    let result: Found = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error) throw error;
      result = answer.result.filter(({ url }) => this.#counts(url));
    });
    return result;
  }

  /** Whether something of it never ran before. */
  isNews(found: Found): boolean {
    return found.some(({ url, functions }) => {
      const script = this.#scripts.get(url);
      return functions.some((one) => paint(one, script, () => true));
    });
  }

  /** Remembers what ran. */
  add(found: Found): void {
    for (const { url, functions } of found) {
      const script = this.#scripts.get(url) ?? { ran: new Uint8Array(), edges: new Set<number>() };
      this.#scripts.set(url, script);
      for (const one of functions) {
        for (const { startOffset, endOffset } of one.ranges) script.edges.add(startOffset).add(endOffset);
        const end = one.ranges[0]?.endOffset ?? 0;
        if (end > script.ran.length) script.ran = grown(script.ran, end);
        paint(one, script, (at) => {
          script.ran[at] = 1;
          return false;
        });
      }
    }
  }

  /** How many blocks ran so far, and how many are known of in the functions that ran. */
  get blocks(): { ran: number; known: number } {
    let [ran, known] = [0, 0];
    for (const script of this.#scripts.values()) {
      const edges = [...script.edges].toSorted((one, other) => one - other);
      known += Math.max(0, edges.length - 1);
      ran += edges.slice(0, -1).filter((edge) => script.ran[edge] === 1).length;
    }
    return { ran, known };
  }

  #counts(url: string): boolean {
    if (!url.startsWith(this.#prefix)) return false;
    return this.covers.some((part) => url.startsWith(part, this.#prefix.length));
  }
}

function grown(bytes: Uint8Array, length: number): Uint8Array {
  const longer = new Uint8Array(2 * length);
  longer.set(bytes);
  return longer;
}

/**
 * Goes through the characters of a function that ran now and never before. Ranges are nested, the outer first: the
 * innermost that has a character says whether it ran.
 * @param visit answers whether that is enough
 * @returns whether it was enough
 */
function paint(
  { ranges }: Profiler.FunctionCoverage,
  script: Script | undefined,
  visit: (at: number) => boolean,
): boolean {
  const [whole] = ranges;
  if (!whole) return false;
  const { startOffset: from, endOffset: to } = whole;
  const ran = new Uint8Array(to - from);
  for (const { startOffset, endOffset, count } of ranges)
    ran.fill(count > 0 ? 1 : 0, startOffset - from, endOffset - from);
  for (let at = from; at < to; at += 1) {
    if (ran[at - from] === 1 && script?.ran[at] !== 1 && visit(at)) return true;
  }
  return false;
}
