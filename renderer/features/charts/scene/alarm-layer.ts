import {
  type Alarm,
  type AlarmRule,
  type ChannelRef,
  channelPath,
  type DisplayUnits,
} from '../../../../service/contract/index.ts';
import { formatAlarmKind, formatAlarmPeak } from '../../../data/alarms/labels.ts';
import { formatTimestamp } from '../../../data/format/numbers.ts';
import type { Readable } from '../../../data/store.ts';
import { channelTitle, type Panel } from '../channels.ts';
import type { View } from '../view/view.ts';
import { writeHidden, writeStyle } from './elements.ts';

/** Maximum number of bars: more could not be distinguished. */
const MAX_BARS = 200;

/** Least width of a bar, and distance of two that are joined, in CSS pixels. */
const LEAST_WIDTH = 3;
const APART = 2;

/** Alarms described by a joined bar. */
const MAX_DESCRIBED = 5;

interface AlarmTime {
  readonly alarm: Alarm;
  /** In milliseconds since 1970. */
  readonly from: number;
  /** Infinite while active. */
  readonly to: number;
}

interface Bar {
  /** In CSS pixels. */
  from: number;
  to: number;
  readonly times: AlarmTime[];
}

export interface AlarmLayerOptions {
  /** The plot between its axes. */
  readonly area: HTMLElement;
  readonly panel: Panel;
  /** For the times of changes. */
  readonly rules: Readable<readonly AlarmRule[]>;
}

export interface AlarmLayerScene {
  /** Of any channels. The same array until something changed. */
  readonly alarms: readonly Alarm[];
  readonly hidden: ReadonlySet<string>;
  readonly units: DisplayUnits;
  readonly view: View;
  /** Of the plot, in CSS pixels. */
  readonly width: number;
}

/** The alarms of a panel's channels above its plot: from raised to cleared, described under the pointer. */
export class AlarmLayer {
  readonly #options: AlarmLayerOptions;
  readonly #elements: HTMLElement[] = [];
  #scene: AlarmLayerScene | undefined;
  /** Ascending by start. */
  #times: readonly AlarmTime[] = [];
  #bars: readonly Bar[] = [];

  constructor(options: AlarmLayerOptions) {
    this.#options = options;
  }

  show(scene: AlarmLayerScene): void {
    const before = this.#scene;
    if (scene.alarms !== before?.alarms || scene.hidden !== before.hidden) this.#times = this.#ownTimes(scene);
    this.#scene = scene;
    this.#bars = barsOf(this.#times, scene.view, scene.width);
    for (const [index, { from, to }] of this.#bars.entries()) {
      const element = this.#element(index);
      writeHidden(element, false);
      element.style.transform = `translateX(${from}px)`;
      writeStyle(element, 'width', `${to - from}px`);
    }
    for (const element of this.#elements.slice(this.#bars.length)) writeHidden(element, true);
  }

  #ownTimes({ alarms, hidden }: AlarmLayerScene): AlarmTime[] {
    const keys = this.#options.panel.channels.map(({ key }) => key).filter((key) => !hidden.has(key));
    return alarmTimes(alarms, keys);
  }

  #element(index: number): HTMLElement {
    const known = this.#elements[index];
    if (known) return known;
    const element = document.createElement('div');
    element.className = 'chart-alarm';
    // Screen readers get alarms from their page.
    element.ariaHidden = 'true';
    element.addEventListener('pointerenter', () => {
      element.title = this.#describe(index);
    });
    this.#options.area.prepend(element);
    this.#elements.push(element);
    return element;
  }

  #describe(index: number): string {
    const times = this.#bars[index]?.times ?? [];
    const lines = times.slice(0, MAX_DESCRIBED).map((time) => this.#describeAlarm(time));
    const others = times.length - lines.length;
    return [...lines, ...(others > 0 ? [`and ${others} more`] : [])].join('\n');
  }

  /** `Temperature above 30 °C: 14:05:10 to 14:06:20, peak 31.2 °C` */
  #describeAlarm({ alarm, from, to }: AlarmTime): string {
    const channel = this.#options.panel.channels.find(({ key }) => key === channelPath(alarm));
    const unit = this.#scene?.units.of(alarm.unit);
    if (!channel || !unit) return '';
    const isActive = to === Number.POSITIVE_INFINITY;
    const end = isActive ? 'now' : formatTimestamp(to);
    // The rule may have had another time when a past alarm was raised.
    const rule = isActive ? this.#options.rules.get().find(({ id }) => id === alarm.rule)?.rule : undefined;
    const nameOf = (other: ChannelRef): string | undefined => {
      const named = this.#options.panel.channels.find(({ key }) => key === channelPath(other));
      return named && channelTitle(named);
    };
    const peak = alarm.peak === null ? '' : `, peak ${formatAlarmPeak(alarm, alarm.peak, unit)}`;
    return `${channelTitle(channel)} ${formatAlarmKind(alarm, unit, { rule, nameOf })}: ${formatTimestamp(from)} to ${end}${peak}`;
  }
}

/** When the alarms of some channels were active, ascending by start. @param keys of the channels */
export function alarmTimes(alarms: readonly Alarm[], keys: readonly string[]): AlarmTime[] {
  return alarms
    .filter((alarm) => keys.includes(channelPath(alarm)))
    .map((alarm) => {
      const to = alarm.ended === null ? Number.POSITIVE_INFINITY : Date.parse(alarm.ended);
      return { alarm, from: Date.parse(alarm.since), to };
    })
    .toSorted((a, b) => a.from - b.from);
}

/** Joins bars that touch. @param times ascending by start */
export function barsOf(times: readonly AlarmTime[], view: View, width: number): Bar[] {
  const pixels = (time: number): number =>
    Math.max(0, Math.min(width, Math.round(((time - view.from) / (view.to - view.from)) * width)));
  const bars: Bar[] = [];
  for (const time of times) {
    if (time.to < view.from || time.from > view.to) continue;
    const from = pixels(time.from);
    const to = Math.max(pixels(time.to), from + LEAST_WIDTH);
    const last = bars.at(-1);
    if (last && (from <= last.to + APART || bars.length === MAX_BARS)) {
      last.to = Math.max(last.to, to);
      last.times.push(time);
    } else bars.push({ from, to, times: [time] });
  }
  return bars;
}
