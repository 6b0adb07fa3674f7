import { channelPath } from '../../contract/history.ts';
import type { ChannelRef, Run, RunChannel, RunRange } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import { channelsAt, knownChannels } from '../client/channels.ts';
import { RUNS } from '../client/runs.ts';
import { CliError, EXIT } from '../failure.ts';
import { FIELD_FLAGS, fieldValues } from '../field-flags.ts';
import type { RunTarget } from '../flags.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';

interface StartOptions extends CommonOptions {
  channels: readonly RunTarget[];
  tag?: string[];
  /** Seconds. */
  before?: number;
  stopAfter?: number;
  /** Milliseconds since 1970. */
  from?: number;
  to?: number;
}

/**
 * Each channel once, in the order of the targets. Limits of a single channel replace those of its device.
 * @throws CliError `notFound`; `usage` for limits of several channels
 */
function channelsOf(known: readonly ChannelRef[], targets: readonly RunTarget[]): RunChannel[] {
  const channels = new Map<string, RunChannel>();
  for (const { target, low, high } of targets) {
    const found = new Map(channelsAt(known, target).map((ref) => [channelPath(ref), ref]));
    const hasLimits = low !== null || high !== null;
    if (hasLimits && found.size > 1) {
      throw new CliError(
        EXIT.usage,
        `limits need a single channel, but ${target} matches ${[...found.keys()].join(', ')}; name one of them`,
      );
    }
    for (const [path, { family, serial, channel }] of found) {
      if (hasLimits || !channels.has(path)) channels.set(path, { family, serial, channel, low, high });
    }
  }
  return [...channels.values()];
}

/** @throws CliError `usage` for flags that exclude each other */
function rangeOf({ from, to, before, stopAfter }: StartOptions): RunRange | undefined {
  if (from === undefined) {
    if (to !== undefined) throw new CliError(EXIT.usage, '--to requires --from');
    return undefined;
  }
  if (before !== undefined || stopAfter !== undefined) {
    throw new CliError(EXIT.usage, 'cannot use --from with --before or --stop-after');
  }
  return { from: new Date(from).toISOString(), to: new Date(to ?? Date.now()).toISOString() };
}

/** Starts a run, or with `--from` adds a finished one. */
export async function start({ words: [name], options }: Invocation<[string], StartOptions>): Promise<void> {
  const range = rangeOf(options);
  const api = await connect(options);
  const body = {
    ...fieldValues(FIELD_FLAGS.run, { ...options }),
    name,
    channels: channelsOf(await knownChannels(api), options.channels),
    tags: options.tag,
    pre_trigger_s: options.before,
    stop_after_s: options.stopAfter,
    range,
  };
  const run = await api.call<Run>(RUNS, { method: 'POST', body });
  if (options.json) return printJson(run);
  await print(`${escapeText(`${range ? 'Added' : 'Started'} run ${run.id} ("${run.name}").`)}\n`);
}
