import { type ChartChannel, channelTitle } from '../channels.ts';
import { drawPlot, LABEL_SIZE, lineWidthOf, type PlotAxis } from '../drawing/draw-plot.ts';
import type { Palette } from '../drawing/palette.ts';
import type { Box, DrawingSurface } from '../drawing/surface.ts';
import { alarmTimes, barsOf } from '../scene/alarm-layer.ts';
import type { AxisSnapshot } from '../scene/axis-view.ts';
import type { ChartSnapshot } from '../scene/chart-engine.ts';
import type { PanelSnapshot } from '../scene/panel-view.ts';
import { placeMarks } from '../scene/place-marks.ts';
import { axisTicks, rangeLabel, timeZoneLabel } from '../scene/time-labels.ts';

/** The page's font, then those of the viewer. */
export const PICTURE_FONTS = '"Inter Variable", Inter, system-ui, sans-serif';

export interface Picture {
  readonly snapshot: ChartSnapshot;
  /** The title, such as the device's name. */
  readonly title: string;
  /** Keys of hidden channels. */
  readonly hidden: ReadonlySet<string>;
}

/** Colors of an image, which may be printed. */
export interface PictureColors extends Omit<Palette, 'fonts'> {
  readonly text: string;
}

/** All lengths in CSS pixels. */
const WIDTH = 1200;
const MARGIN = 24;
const TITLE_HEIGHT = 58;
const LEGEND_HEIGHT = 26;
const LEAST_PLOT = 140;
const PANEL_GAP = 18;
const TIME_AXIS = 26;
const AXIS_WIDTH = 64;
const LEFT = MARGIN + AXIS_WIDTH;
/** Before the text of a legend entry, and behind it. */
const SWATCH = 24;
const ENTRY_GAP = 20;
const BODY = 13;
const TITLE = 18;
/** Bars of alarms are this far above the plot. */
const ALARM_TOP = 6;
const ALARM_HEIGHT = 4;
/** Names of marks, in the plot. */
const NAME_HEIGHT = 16;
const NAME_PADDING = 4;
const NAME_BASELINE = 12;
const CORRECTION_DASH = [3, 3];

const plotHeight = ({ height }: PanelSnapshot): number => Math.max(LEAST_PLOT, height);

/** Measures texts. */
type Ruler = Pick<DrawingSurface, 'measure'>;

/** Size of the whole image, in CSS pixels. */
export function pictureSize(picture: Picture, ruler: Ruler): { width: number; height: number } {
  const panels = picture.snapshot.panels.map(
    (panel) => legendRows(panel, picture, ruler).length * LEGEND_HEIGHT + plotHeight(panel) + PANEL_GAP,
  );
  const all = panels.reduce((sum, height) => sum + height, 0);
  return { width: WIDTH, height: Math.ceil(MARGIN + TITLE_HEIGHT + all + TIME_AXIS + MARGIN) };
}

/** Draws all panels with title, legends and axes. */
export function drawPicture(paper: DrawingSurface, picture: Picture, colors: PictureColors): void {
  const { snapshot, title } = picture;
  const { width, height } = pictureSize(picture, paper);
  paper.rect({ x: 0, y: 0, width, height }, colors.background);
  paper.write(MARGIN, MARGIN + TITLE, title, { color: colors.text, size: TITLE, isBold: true });
  // Always with the date: an image is viewed later.
  const when = rangeLabel(snapshot.view.from, snapshot.view.to, Number.NaN);
  const facts = [when, timeZoneLabel(snapshot.view.from), simulatedLabel(picture)].filter((text) => text !== '');
  paper.write(MARGIN, MARGIN + TITLE + 20, facts.join(' · '), { color: colors.dim, size: BODY });
  const right = snapshot.panels.some((panel) => panel.right) ? AXIS_WIDTH : 0;
  let y = MARGIN + TITLE_HEIGHT;
  for (const [index, panel] of snapshot.panels.entries()) {
    const legend = legendRows(panel, picture, paper);
    const plot = { x: LEFT, y: y + legend.length * LEGEND_HEIGHT, width: 0, height: plotHeight(panel) };
    const box = { ...plot, width: width - MARGIN - right - plot.x };
    drawLegend(paper, legend, colors, y);
    const isLast = index === snapshot.panels.length - 1;
    const axes = {
      ...plotAxis(panel, picture, colors),
      right: panel.right && plotAxis(panel.right, picture, colors),
    };
    const xTicks = isLast ? axisTicks(snapshot.view, box.width) : [];
    drawPlot(paper, { ...axes, box, xTicks, lineWidth: lineWidthOf(axes), colors });
    drawAlarms(paper, panel, picture, colors, box);
    drawMarks(paper, snapshot, colors, box, index === 0);
    y = plot.y + plot.height + PANEL_GAP;
  }
}

function plotAxis(axis: AxisSnapshot, { hidden }: Picture, colors: PictureColors): PlotAxis {
  const { series, yTicks, floor, limits, share } = axis;
  const shown = series.filter(({ channel }) => !hidden.has(channel.key));
  const lines = shown.map(({ channel, points }) => ({
    points,
    color: colorOf(channel, colors),
    dash: channel.dash,
    dashOffset: 0,
  }));
  return { yTicks, lines, floor, limits, share };
}

/** `Simulated`, or the channels that are; empty if none is. */
function simulatedLabel(picture: Picture): string {
  const shown = picture.snapshot.panels.flatMap((panel) => legendOf(panel, picture).map(({ channel }) => channel));
  const simulated = shown.filter((channel) => channel.simulated);
  if (simulated.length === 0) return '';
  return simulated.length === shown.length ? 'Simulated' : `Simulated: ${simulated.map(channelTitle).join(', ')}`;
}

interface LegendEntry {
  readonly channel: ChartChannel;
  readonly text: string;
}

/** `Temperature (°C)`, of the right axis `Dew point (°C, right)` */
function legendOf(panel: PanelSnapshot, { hidden }: Picture): LegendEntry[] {
  const entries = ({ series, unit }: AxisSnapshot, side: string): LegendEntry[] =>
    series.map(({ channel }) => ({
      channel,
      text: `${channelTitle(channel)} (${[unit, side].filter(Boolean).join(', ')})`,
    }));
  const all = [...entries(panel, ''), ...(panel.right ? entries(panel.right, 'right') : [])];
  return all.filter(({ channel }) => !hidden.has(channel.key));
}

function colorOf({ color }: ChartChannel, { series, text }: PictureColors): string {
  return series[color % series.length] ?? text;
}

/** A legend entry with its position. */
interface PlacedEntry extends LegendEntry {
  readonly x: number;
}

/** The entries, in rows that fit the image; one row without entries. */
function legendRows(panel: PanelSnapshot, picture: Picture, ruler: Ruler): PlacedEntry[][] {
  let row: PlacedEntry[] = [];
  const rows = [row];
  let x = LEFT;
  for (const entry of legendOf(panel, picture)) {
    const width = SWATCH + ruler.measure(entry.text, BODY);
    if (row.length > 0 && x + width > WIDTH - MARGIN) {
      rows.push((row = []));
      x = LEFT;
    }
    row.push({ ...entry, x });
    x += width + ENTRY_GAP;
  }
  return rows;
}

function drawLegend(
  paper: DrawingSurface,
  rows: readonly (readonly PlacedEntry[])[],
  colors: PictureColors,
  top: number,
): void {
  for (const [index, row] of rows.entries()) {
    const y = top + index * LEGEND_HEIGHT;
    for (const { channel, text, x } of row) {
      const swatch = { stroke: colorOf(channel, colors), width: 2.5, dash: channel.dash };
      paper.path((pen) => {
        pen.moveTo(x, y + 11);
        pen.lineTo(x + 18, y + 11);
      }, swatch);
      paper.write(x + SWATCH, y + 15, text, { color: colors.text, size: BODY });
    }
  }
}

/** Alarms of the shown channels: a bar from raised to cleared, as above the plots. */
function drawAlarms(
  paper: DrawingSurface,
  panel: PanelSnapshot,
  picture: Picture,
  colors: PictureColors,
  box: Box,
): void {
  const { alarms, view } = picture.snapshot;
  const keys = legendOf(panel, picture).map(({ channel }) => channel.key);
  for (const { from, to } of barsOf(alarmTimes(alarms, keys), view, box.width)) {
    const [x, width] = [box.x + from, Math.min(to, box.width) - from];
    paper.rect({ x, y: box.y - ALARM_TOP, width, height: ALARM_HEIGHT }, colors.bad);
  }
}

/** Markers and changes of corrections: a line each, with a name if it fits, as over the plots. */
function drawMarks(
  paper: DrawingSurface,
  { marks, view }: ChartSnapshot,
  colors: PictureColors,
  box: Box,
  hasNames: boolean,
): void {
  for (const { mark, x: fromLeft, nameWidth } of placeMarks(marks, view, box.width)) {
    const x = box.x + fromLeft;
    const isMarker = 'marker' in mark.opens;
    paper.path(
      (pen) => {
        pen.moveTo(x, box.y);
        pen.lineTo(x, box.y + box.height);
      },
      { stroke: colors.dim, ...(!isMarker && { dash: CORRECTION_DASH }) },
    );
    if (!hasNames || nameWidth === 0) continue;
    const name = shortened(mark.text, nameWidth - 2 * NAME_PADDING, paper);
    const width = paper.measure(name, LABEL_SIZE) + 2 * NAME_PADDING;
    paper.rect({ x, y: box.y, width, height: NAME_HEIGHT }, colors.softLine);
    const style = { color: isMarker ? colors.text : colors.dim, size: LABEL_SIZE };
    paper.write(x + NAME_PADDING, box.y + NAME_BASELINE, name, style);
  }
}

/** The text, or as much of its beginning as fits with an ellipsis. @param width in CSS pixels */
function shortened(text: string, width: number, ruler: Ruler): string {
  if (ruler.measure(text, LABEL_SIZE) <= width) return text;
  const characters = Array.from(text);
  let cut = '';
  do {
    characters.pop();
    cut = `${characters.join('').trimEnd()}…`;
  } while (characters.length > 0 && ruler.measure(cut, LABEL_SIZE) > width);
  return cut;
}
