/** Draws a chart as SVG, without styles: attributes alone, so that it looks the same in every document. */
import { type ChartPoint, linesOf } from '../contract/chart-series.ts';
import { formatEntered } from '../contract/index.ts';
import { timeTicks } from '../contract/time-ticks.ts';
import { axisTicksOf } from '../contract/value-ticks.ts';
import { type Html, html } from '../support/html.ts';
import { formatLocalTime, type ZoneOffset } from '../support/local-time.ts';
import { VALUE_STEPS } from './charts.ts';
import type { ReportChart } from './types.ts';

/** In units of the view box, of which a page of paper has about 720. */
const WIDTH = 720;
const HEIGHT = 280;
const LEFT = 62;
const RIGHT = WIDTH - 24;
const TOP = 24;
const BOTTOM = HEIGHT - 38;

/** Approximate width of a label of the time axis. */
const TIME_LABEL_SPACE = 96;

/** Labels closer to each other would overlap. */
const LABEL_SPACE = 22;

/** Approximate width of a digit. */
const DIGIT = 6.4;

const FONT_SIZE = 11;
const INK = '#222222';
const GRID = '#dddddd';
const LIMIT = '#b00020';

/** Dark enough for paper. The second four are dashed, for prints without colors. */
const COLORS = ['#1f5fa8', '#b3420a', '#1f7a35', '#7a2f9e', '#1f5fa8', '#b3420a', '#1f7a35', '#7a2f9e'];
const DASH = '6 3';

/** The style of a line. @param index in its chart */
function strokeOf(index: number): { color: string; dash: string } {
  return {
    color: COLORS[index % COLORS.length] ?? INK,
    dash: index % COLORS.length < COLORS.length / 2 ? 'none' : DASH,
  };
}

/** A sample of a line for the legend. @param index of the line */
export function legendSample(index: number): Html {
  const { color, dash } = strokeOf(index);
  return html`<svg width="28" height="10" viewBox="0 0 28 10" aria-hidden="true"><path d="M1 5H27" stroke="${color}" stroke-width="2.5" stroke-dasharray="${dash}"/></svg>`;
}

/** @param description of the chart, for those who do not see it */
export function drawChart(chart: ReportChart, description: string): Html {
  const { from, to, range, lines, limits, started, markers, alarms } = chart;
  // A bucket is drawn in its middle, which can lie outside the range.
  const xOf = (at: number): number => LEFT + Math.min(1, Math.max(0, (at - from) / (to - from))) * (RIGHT - LEFT);
  const yOf = (value: number): number => BOTTOM - ((value - range.min) / (range.max - range.min)) * (BOTTOM - TOP);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${description}" font-family="sans-serif" font-size="${FONT_SIZE}" fill="${INK}">
${valueAxis(chart)}${timeAxis(chart, xOf)}${lines.map(({ points }, index) => drawLine(linesOf(points, xOf, yOf), index))}
${limits.map((limit) => drawLimit(limit, yOf(limit)))}${alarms.map(({ from: start, to: end }) => alarmBar(xOf(start), xOf(end)))}${eventLabels(
  alarms.map(({ label, from: at }) => ({ label, x: xOf(at) })),
  BOTTOM - 8,
)}
${markers.map(({ at }) => verticalLine(xOf(at), '#666666', '2 3', 'marker'))}${started === null ? '' : verticalLine(xOf(started), INK, 'none', 'start')}${eventLabels(
  [
    ...(started === null ? [] : [{ label: 'Start', x: xOf(started) }]),
    ...markers.map(({ label, at }) => ({ label, x: xOf(at) })),
  ],
  TOP - 6,
)}
<rect x="${LEFT}" y="${TOP}" width="${RIGHT - LEFT}" height="${BOTTOM - TOP}" fill="none" stroke="#666666"/>
</svg>`;
}

function valueAxis({ range, unit }: ReportChart): Html {
  const ticks = axisTicksOf(range, false, VALUE_STEPS).map(({ at, label }) => {
    const y = short(BOTTOM - at * (BOTTOM - TOP));
    return html`<path d="M${LEFT} ${y}H${RIGHT}" stroke="${GRID}"/><text x="${LEFT - 6}" y="${y}" dy="0.35em" text-anchor="end">${label}</text>`;
  });
  return html`${ticks}<text x="${LEFT - 6}" y="${TOP - 10}" text-anchor="end">${unit}</text>\n`;
}

function timeAxis({ from, to, zone }: ReportChart, xOf: (at: number) => number): Html {
  const { ticks, step } = timeTicks(from, to, (RIGHT - LEFT) / TIME_LABEL_SPACE, (at) => zone.offsetOf(at) * 60_000);
  const drawn = ticks.map((at) => {
    const x = short(xOf(at));
    const label = timeLabel(at, step, zone.offsetOf);
    // A date would be cut at the right edge.
    const middle = short(Math.min(x, WIDTH - (label.length * DIGIT) / 2));
    return html`<path d="M${x} ${TOP}V${BOTTOM}" stroke="${GRID}"/><text x="${middle}" y="${BOTTOM + 14}" text-anchor="middle">${label}</text>`;
  });
  const day = (at: number): string => formatLocalTime(at, zone.offsetOf).slice(0, 10);
  const days = day(from) === day(to) ? day(from) : `${day(from)} to ${day(to)}`;
  return html`${drawn}<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">Time (${zone.name}), ${days}</text>\n`;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** `14:41`, `14:41:10`, `14:41:10.500`, and the date at midnight. @param step milliseconds between ticks */
function timeLabel(at: number, step: number, offsetOf: ZoneOffset): string {
  const text = formatLocalTime(at, offsetOf);
  const clock = text.slice(11, 19);
  if (step > 27 * DAY_MS) return text.slice(0, 7);
  if (step >= DAY_MS || (step >= MINUTE_MS && clock === '00:00:00')) return text.slice(0, 10);
  if (step >= MINUTE_MS) return clock.slice(0, 5);
  return step >= 1000 ? clock : `${clock}.${String(((at % 1000) + 1000) % 1000).padStart(3, '0')}`;
}

/** The band from the lowest to the highest value, and the line over it; a gap interrupts both. */
function drawLine(lines: readonly (readonly ChartPoint[])[], index: number): Html {
  const { color, dash } = strokeOf(index);
  const band = lines.map(bandPath).join('');
  // A line of no length is drawn as a dot.
  const path = lines.map((line) => (line.length === 1 ? `${pathOf(line)}h0` : pathOf(line))).join('');
  return html`${band && html`<path d="${band}" fill="${color}" fill-opacity="0.2" stroke="${color}" stroke-opacity="0.2"/>`}<path d="${path}" fill="none" stroke="${color}" stroke-width="1.5" stroke-dasharray="${dash}" stroke-linecap="round" stroke-linejoin="round" data-line="${index}"/>`;
}

function pathOf(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');
}

function bandPath(line: readonly ChartPoint[]): string {
  if (line.every(({ top, bottom }) => top === bottom)) return '';
  const back = line.toReversed().map(({ x, bottom }) => ({ x, y: bottom }));
  return `${pathOf([...line.map(({ x, top }) => ({ x, y: top })), ...back])}Z`;
}

/** Its number is above the line, or below where the frame would cross it. */
function drawLimit(limit: number, y: number): Html {
  const base = y - 4 - FONT_SIZE < TOP ? y + FONT_SIZE : y - 4;
  return html`<path d="M${LEFT} ${short(y)}H${RIGHT}" stroke="${LIMIT}" stroke-width="1.2" stroke-dasharray="8 4" data-limit="${limit}"/><text x="${RIGHT - 4}" y="${short(base)}" text-anchor="end" fill="${LIMIT}">${formatEntered(limit)}</text>`;
}

/** While an alarm was active; a short one stays visible. */
function alarmBar(from: number, to: number): Html {
  return html`<rect x="${short(from)}" y="${BOTTOM - 5}" width="${short(Math.max(2, to - from))}" height="5" fill="${LIMIT}" data-event="alarm"/>`;
}

function verticalLine(x: number, color: string, dash: string, event: string): Html {
  return html`<path d="M${short(x)} ${TOP}V${BOTTOM}" stroke="${color}" stroke-dasharray="${dash}" data-event="${event}"/>`;
}

/** Without those that would overlap an earlier one; the tables have all. */
function eventLabels(labels: readonly { label: string; x: number }[], y: number): Html[] {
  let last = Number.NEGATIVE_INFINITY;
  return labels
    .toSorted((a, b) => a.x - b.x)
    .flatMap(({ label, x }) => {
      if (x - last < LABEL_SPACE) return [];
      last = x;
      return [
        html`<text x="${short(Math.min(RIGHT - 10, Math.max(LEFT + 10, x)))}" y="${y}" text-anchor="middle">${label}</text>`,
      ];
    });
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}
