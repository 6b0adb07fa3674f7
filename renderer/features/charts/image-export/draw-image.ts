import { drawBand } from '../draw/band-path.ts';
import { drawLine, type Projection } from '../draw/line-path.ts';
import { BAND_PERCENT, type Palette } from '../draw/palette.ts';
import type { PanelFigure } from '../engine/panel-view.ts';
import { axisTicks } from '../engine/time-axis.ts';
import type { LatestValue } from '../engine/types.ts';
import { rangeLabel } from '../scale/time-labels.ts';
import type { Box, DrawingSurface } from './drawing-surface.ts';

export interface Picture {
  readonly figure: LatestValue;
  /** The title, such as the device's name. */
  readonly title: string;
  /** Keys of hidden channels. */
  readonly hidden: ReadonlySet<string>;
}

/** Colors of an image, which may be printed. */
export interface PictureColours extends Pick<Palette, 'series' | 'softLine' | 'dim'> {
  readonly text: string;
  readonly background: string;
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
const SMALL = 11;
const BODY = 13;
const TITLE = 18;
const DOT = 1.75;

const plotHeight = ({ height }: PanelFigure): number => Math.max(LEAST_PLOT, height);

/** Size of the whole image, in CSS pixels. */
export function pictureSize({ figure }: Picture): { width: number; height: number } {
  const panels = figure.panels.reduce((sum, panel) => sum + LEGEND_HEIGHT + plotHeight(panel) + PANEL_GAP, 0);
  return { width: WIDTH, height: Math.ceil(MARGIN + TITLE_HEIGHT + panels + TIME_AXIS + MARGIN) };
}

/** Draws all panels with title, legends and axes. */
export function drawPicture(paper: DrawingSurface, picture: Picture, colours: PictureColours): void {
  const { figure, title } = picture;
  const { width, height } = pictureSize(picture);
  paper.rect({ x: 0, y: 0, width, height }, colours.background);
  paper.write(MARGIN, MARGIN + TITLE, title, { colour: colours.text, size: TITLE, isBold: true });
  // Always with the date: an image is viewed later.
  const when = rangeLabel(figure.view.from, figure.view.to, Number.NaN);
  paper.write(MARGIN, MARGIN + TITLE + 20, when, { colour: colours.dim, size: BODY });
  let y = MARGIN + TITLE_HEIGHT;
  for (const [index, panel] of figure.panels.entries()) {
    const plot = { x: MARGIN + AXIS_WIDTH, y: y + LEGEND_HEIGHT, width: 0, height: plotHeight(panel) };
    const box = { ...plot, width: width - MARGIN - plot.x };
    drawLegend(paper, panel, picture, colours, y);
    drawPanel(paper, panel, picture, colours, box);
    drawMarkers(paper, figure, colours, box, index === 0);
    y = plot.y + plot.height + PANEL_GAP;
    if (index === figure.panels.length - 1) drawTimeAxis(paper, figure, colours, box);
  }
}

function drawLegend(
  paper: DrawingSurface,
  panel: PanelFigure,
  { hidden }: Picture,
  colours: PictureColours,
  y: number,
): void {
  let x = MARGIN + AXIS_WIDTH;
  for (const { channel } of panel.traces) {
    if (hidden.has(channel.key)) continue;
    const stroke = colours.series[channel.colour % colours.series.length] ?? colours.text;
    const swatch = { stroke, width: 2.5, dash: channel.dash };
    paper.path((pen) => {
      pen.moveTo(x, y + 11);
      pen.lineTo(x + 18, y + 11);
    }, swatch);
    const name = channel.device ? `${channel.description} · ${channel.device}` : channel.description;
    const text = `${name} (${panel.unit})`;
    paper.write(x + 24, y + 15, text, { colour: colours.text, size: BODY });
    x += 24 + paper.measure(text, BODY) + 20;
  }
}

function drawPanel(
  paper: DrawingSurface,
  panel: PanelFigure,
  picture: Picture,
  colours: PictureColours,
  box: Box,
): void {
  const { range, labels, traces, slope, offset } = panel;
  const { view } = picture.figure;
  const steps = Math.max(1, labels.length - 1);
  for (const [index, label] of labels.entries()) {
    const y = box.y + box.height * (1 - index / steps);
    rule(paper, [box.x, y, box.x + box.width, y], colours.softLine);
    paper.write(box.x - 8, y + 4, label, { colour: colours.dim, size: SMALL, align: 'end' });
  }
  if (!range) return;
  const to: Projection = {
    x: (time) => box.x + ((time - view.from) / (view.to - view.from)) * box.width,
    y: (value) => box.y + box.height * (1 - (value * slope + offset - range.min) / (range.max - range.min)),
  };
  paper.within({ ...box, y: box.y - 1, height: box.height + 2 }, () => {
    for (const { channel, points } of traces) {
      if (picture.hidden.has(channel.key)) continue;
      const stroke = colours.series[channel.colour % colours.series.length] ?? colours.text;
      if (points.hasBand) paper.path((pen) => drawBand(points, to, pen), { fill: stroke, opacity: BAND_PERCENT / 100 });
      const single: [x: number, y: number][] = [];
      paper.path((pen) => drawLine(points, to, pen, (x, y) => single.push([x, y])), {
        stroke,
        width: 1.5,
        dash: channel.dash,
      });
      for (const [x, y] of single) paper.rect({ x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT }, stroke);
    }
  });
}

function drawMarkers(
  paper: DrawingSurface,
  figure: LatestValue,
  colours: PictureColours,
  box: Box,
  hasNames: boolean,
): void {
  const { from, to } = figure.view;
  for (const { at, text } of figure.markers) {
    const x = box.x + ((at - from) / (to - from)) * box.width;
    rule(paper, [x, box.y, x, box.y + box.height], colours.dim);
    if (hasNames) paper.write(x + 4, box.y + 10, text, { colour: colours.text, size: SMALL });
  }
}

function drawTimeAxis(paper: DrawingSurface, { view }: LatestValue, colours: PictureColours, box: Box): void {
  for (const { at, label } of axisTicks(view, box.width)) {
    const style = { colour: colours.dim, size: SMALL, align: 'middle' } as const;
    paper.write(box.x + at * box.width, box.y + box.height + 18, label, style);
  }
}

function rule(
  paper: DrawingSurface,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  stroke: string,
): void {
  paper.path(
    (pen) => {
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
    },
    { stroke },
  );
}
