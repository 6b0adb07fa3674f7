import { saveBlob } from '../../../app/download.ts';
import { localFieldText } from '../../../data/format/numbers.ts';
import { CanvasSurface, measureText } from '../drawing/canvas-surface.ts';
import { readPalette } from '../drawing/palette.ts';
import { drawPicture, PICTURE_FONTS, type Picture, type PictureColors, pictureSize } from './draw-image.ts';
import { SvgSurface } from './svg-surface.ts';

export type PictureFormat = 'png' | 'svg';

/** Pixels of a PNG for each CSS pixel. */
const PNG_SCALE = 2;

const RULER = { measure: (text: string, size: number) => measureText(text, `${size}px ${PICTURE_FONTS}`) };

/** Draws the image and downloads it. Rejects if the browser cannot draw it. */
export async function savePicture(format: PictureFormat, picture: Picture): Promise<void> {
  const blob = format === 'svg' ? svgOf(picture) : await pngOf(picture);
  saveBlob(blob, `${fileName(picture)}.${format}`);
}

function svgOf(picture: Picture): Blob {
  const paper = new SvgSurface(pictureSize(picture, RULER), PICTURE_FONTS);
  drawPicture(paper, picture, lightColors());
  return new Blob([paper.text], { type: 'image/svg+xml' });
}

async function pngOf(picture: Picture): Promise<Blob> {
  const { width, height } = pictureSize(picture, RULER);
  const canvas = new OffscreenCanvas(width * PNG_SCALE, height * PNG_SCALE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The image is too large for the browser. Make the window smaller, or save as SVG.');
  context.scale(PNG_SCALE, PNG_SCALE);
  drawPicture(new CanvasSurface(context, PICTURE_FONTS), picture, lightColors());
  return canvas.convertToBlob({ type: 'image/png' });
}

/** The light theme's colors, also on a dark page. */
function lightColors(): PictureColors {
  const probe = document.createElement('div');
  probe.dataset['theme'] = 'light';
  probe.hidden = true;
  document.body.append(probe);
  const { series, dim, bad, background } = readPalette(probe);
  const style = getComputedStyle(probe);
  const [text, line] = ['--text', '--line'].map((name) => style.getPropertyValue(name).trim());
  probe.remove();
  return { series, dim, bad, softLine: line ?? '', text: text ?? '', background };
}

/** `VCP-PTH450 2026-11-20 14-41`: the title, safe for file systems, and the start of the time window. */
function fileName({ title, snapshot }: Picture): string {
  const name = title.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim() || 'Charts';
  const [day = '', clock = ''] = localFieldText(snapshot.view.from).split('T');
  return `${name} ${day} ${clock.slice(0, 5).replace(':', '-')}`;
}
