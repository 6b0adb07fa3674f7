import { type Alarm, type DisplayUnit, isDifference, type Precision } from '../../../service/contract/index.ts';
import { type ChannelLabel, formatChannelLabel } from './channel-label.ts';
import { formatAlarmKind, formatAlarmValue, type KnownRule } from './labels.ts';

/** Least time between two changes of the message, in milliseconds: it is read aloud. */
const GAP_MS = 1000;

/** Alarms named in a message; the others are counted. */
const NAMED = 3;

/** Alarms raised since the message was opened. */
export interface RaisedAlarms {
  /** The first ones, at most three. */
  readonly named: readonly Alarm[];
  /** Of all. */
  readonly count: number;
}

const NONE: RaisedAlarms = { named: [], count: 0 };

/** Gathers alarms for one message while it is open, and changes it at most once a second. */
export class RaisedAlarmsGatherer {
  readonly #show: (alarms: RaisedAlarms) => void;
  #shown = NONE;
  #waiting = NONE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param show opens or replaces the message */
  constructor(show: (alarms: RaisedAlarms) => void) {
    this.#show = show;
  }

  /** @param begun newest last */
  add(begun: readonly Alarm[]): void {
    this.#waiting = joined(this.#waiting, { named: begun.slice(0, NAMED), count: begun.length });
    if (this.#timer === undefined) this.#flush();
  }

  /** The message was closed: later alarms are in a new one. */
  closed(): void {
    this.#shown = NONE;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#shown = NONE;
    this.#waiting = NONE;
  }

  #flush(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting.count > 0) this.#flush();
    }, GAP_MS);
    this.#shown = joined(this.#shown, this.#waiting);
    this.#waiting = NONE;
    this.#show(this.#shown);
  }
}

function joined(one: RaisedAlarms, other: RaisedAlarms): RaisedAlarms {
  return { named: [...one.named, ...other.named].slice(0, NAMED), count: one.count + other.count };
}

/**
 * `Temperature · Cold room (E1): above 30 °C (31.20 °C)`, without line breaks in the condition and the reading.
 * @param precision of the reading
 */
export function formatRaised(
  alarm: Alarm,
  place: ChannelLabel,
  unit: DisplayUnit,
  precision: Precision = alarm.channel,
  known?: KnownRule,
): string {
  const { magnitude } = alarm;
  const reading = magnitude === null ? '' : ` (${unbroken(formatAlarmValue(alarm, magnitude, unit, precision))})`;
  const kind = formatAlarmKind(alarm, unit, known);
  return `${formatChannelLabel(place)}: ${isDifference(alarm.kind) ? withUnbrokenUnits(kind) : unbroken(kind)}${reading}`;
}

/** A longer text breaks only between its words. */
function withUnbrokenUnits(text: string): string {
  return text.replaceAll(/(?<=\d) /g, '\u00a0');
}

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
