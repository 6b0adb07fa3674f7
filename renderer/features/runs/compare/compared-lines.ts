/** Which channels of the compared runs are drawn, and how they are called. */
import {
  type ChannelRef,
  channelPath,
  type Run,
  type RunChannel,
  type RunChannelStatistics,
  runStart,
} from '../../../../service/contract/index.ts';
import type { ChannelGroup, SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { formatDayAndTime } from '../../../data/format/numbers.ts';
import type { ComparedRun } from '../../../data/runs/compared-runs.ts';
import { type ChartChannel, channelTitle } from '../../charts/channels.ts';
import { channelsToShow, compareChannels } from '../../compare/compare-channels.ts';

/** Colors and dashes tell 60 lines of a unit apart. */
export const MAX_LINES = 50;

/** Channels to compare: those of a name, or a channel of one device. */
export interface ChannelChoice {
  /** A percent-encoded channel name, or a channel path. */
  readonly value: string;
  readonly word: string;
}

/** A channel of a run. */
export interface RunLine {
  readonly run: Run;
  /** Its description is the title of the run, its device that of the channel. */
  readonly channel: ChartChannel;
  /** Undefined if it was just added to the run. */
  readonly statistics: RunChannelStatistics | undefined;
}

/** The name of a run, with its start if others have the name. */
export function runTitle(run: Run, all: readonly Run[]): string {
  const isShared = all.some(({ id, name }) => id !== run.id && name === run.name);
  return isShared ? `${run.name}, ${formatDayAndTime(runStart(run))}` : run.name;
}

function nameValue({ channel }: ChannelRef): string {
  return encodeURIComponent(channel);
}

function isChosen(choice: string, ref: ChannelRef): boolean {
  return choice === nameValue(ref) || choice === channelPath(ref);
}

/**
 * The choices: first the names that most runs have, each followed by its channels if it is the name of several.
 * @param groups known channels, for their names
 */
export function channelChoices(runs: readonly Run[], groups: readonly ChannelGroup[]): ChannelChoice[] {
  const byName = Map.groupBy(
    runs.flatMap(({ channels }) => channels),
    nameValue,
  );
  const runsWith = (value: string): number =>
    runs.filter(({ channels }) => channels.some((ref) => isChosen(value, ref))).length;
  const choice = (value: string, title: string): ChannelChoice => {
    const count = runsWith(value);
    return { value, word: count === runs.length ? title : `${title} (${count} of ${runs.length} runs)` };
  };
  return [...byName]
    .toSorted(([a], [b]) => runsWith(b) - runsWith(a))
    .flatMap(([value, refs]) => {
      const unique = [...new Map(refs.map((ref) => [channelPath(ref), ref])).values()];
      const channels = channelsToShow(unique, groups);
      const own = channels.length > 1 ? channels.map((one) => choice(one.path, deviceTitle(one))) : [];
      return [choice(value, commonName(channels))].concat(own);
    });
}

/** The choice of a value, else the first one. */
export function choiceIn(choices: readonly ChannelChoice[], value: string | undefined): ChannelChoice | undefined {
  return choices.find((choice) => choice.value === value) ?? choices[0];
}

/** `Temperature · Cold room E24638` */
function deviceTitle({ name, device, ref }: SelectableChannel): string {
  const isNamed = ref.family !== 'computed' && device !== ref.serial;
  return isNamed ? `${name} · ${device} ${ref.serial}` : `${name} · ${device}`;
}

/** The name of the channels, or of the contract if they differ. */
function commonName(channels: readonly SelectableChannel[]): string {
  const names = new Set(channels.map(({ name }) => name));
  return (names.size === 1 ? channels[0]?.name : undefined) ?? channels[0]?.ref.channel ?? '';
}

/** The channels of a run that a choice compares. */
export function chosenChannels(choice: string, { channels }: Run): RunChannel[] {
  return channels.filter((ref) => isChosen(choice, ref));
}

/** Of `RunLine`. */
export function lineKey({ id }: Run, ref: ChannelRef): string {
  return `${id} ${channelPath(ref)}`;
}

/** @param unit empty or undefined: unknown */
function withUnit(channel: SelectableChannel, unit: string | undefined): SelectableChannel {
  return unit ? { ...channel, unit } : channel;
}

/** The lines of a choice, by run. Units are those of the statistics: a disconnected device may be unknown. */
export function linesOf(choice: string, runs: readonly ComparedRun[], groups: readonly ChannelGroup[]): RunLine[] {
  const all = runs.map(({ run }) => run);
  const chosen = runs.flatMap(({ run, statistics }) =>
    chosenChannels(choice, run).map((ref) => ({
      run,
      ref,
      statistics: statistics.channels.find((one) => channelPath(one) === channelPath(ref)),
    })),
  );
  const shown = channelsToShow(
    chosen.map(({ ref }) => ref),
    groups,
  ).map((known, index) => withUnit(known, chosen[index]?.statistics?.unit));
  const channels = compareChannels(shown);
  return chosen.flatMap(({ run, ref, statistics }, index) => {
    const channel = channels[index];
    if (!channel) return [];
    const title = { description: runTitle(run, all), device: channelTitle(channel) };
    return { run, statistics, channel: { ...channel, ...title, key: lineKey(run, ref) } };
  });
}
