import { channelPath, runStart } from '../../../../service/contract/index.ts';
import { fetchHistory } from '../../../data/history-tiles/requests.ts';
import { type ComparedRun, type ComparedRuns, comparedRunsRequest } from '../../../data/runs/compared-runs.ts';
import type { PointBuffer } from '../../charts/data/point-buffer.ts';
import { alignedPoints, type RunTimes } from './aligned-points.ts';
import { channelChoices, choiceIn, chosenChannels, lineKey } from './compared-lines.ts';

/** Of each line: a chart has fewer pixels. */
const POINTS = 1000;

export interface Comparison {
  readonly runs: ComparedRuns;
  /** The lines of the choice, by key. */
  readonly points: ReadonlyMap<string, PointBuffer>;
}

/** Points of a run, and the request for them as text. */
interface RunPoints {
  readonly requested: string;
  readonly points: ReadonlyMap<string, PointBuffer>;
}

/** The range of a run; an active one ends at its latest statistics. */
export function timesOf({ run, statistics }: ComparedRun): RunTimes {
  return { from: Date.parse(run.from), to: Date.parse(statistics.to), started: runStart(run) };
}

/** Reads runs, their statistics and stored readings; again only those of active and changed runs. */
export class ComparisonReader {
  readonly #readRuns: (signal: AbortSignal) => Promise<ComparedRuns>;
  readonly #known = new Map<number, RunPoints>();

  constructor(ids: readonly number[]) {
    this.#readRuns = comparedRunsRequest(ids);
  }

  /** @param choice of the channels; undefined: the first one @throws RequestError */
  async read(choice: string | undefined, signal: AbortSignal): Promise<Comparison> {
    const runs = await this.#readRuns(signal);
    const found = [...runs.values()].flatMap((one) => one ?? []);
    const choices = channelChoices(
      found.map(({ run }) => run),
      [],
    );
    const value = choiceIn(choices, choice)?.value ?? '';
    const points = new Map<string, PointBuffer>();
    for (const compared of found) {
      const lines = await this.#pointsOf(compared, value, signal);
      for (const [key, line] of lines) points.set(key, line);
    }
    return { runs, points };
  }

  async #pointsOf(compared: ComparedRun, choice: string, signal: AbortSignal): Promise<RunPoints['points']> {
    const { run } = compared;
    const times = timesOf(compared);
    const channels = chosenChannels(choice, run);
    if (channels.length === 0 || times.to <= times.from) return new Map();
    const requested = JSON.stringify([times, channels.map(channelPath)]);
    const known = this.#known.get(run.id);
    if (known?.requested === requested) return known.points;
    const result = await fetchHistory({ channels, from: times.from, to: times.to, points: POINTS }, signal);
    const lines = result.channels.map((one) => [lineKey(run, one), alignedPoints(one.parts, times)] as const);
    const points = new Map(lines);
    this.#known.set(run.id, { requested, points });
    return points;
  }
}
