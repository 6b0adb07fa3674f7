import type { AreaPen } from '../draw/band-path.ts';
import { type Box, type DrawingSurface, type PathStyle, PICTURE_FONTS, type TextStyle } from './drawing-surface.ts';

export class CanvasSurface implements DrawingSurface {
  readonly #context: OffscreenCanvasRenderingContext2D;

  /** @param context whose unit is a CSS pixel */
  constructor(context: OffscreenCanvasRenderingContext2D) {
    this.#context = context;
  }

  rect({ x, y, width, height }: Box, colour: string): void {
    this.#context.fillStyle = colour;
    this.#context.fillRect(x, y, width, height);
  }

  write(x: number, y: number, text: string, { colour, size, align = 'start', isBold = false }: TextStyle): void {
    this.#context.fillStyle = colour;
    this.#context.font = `${isBold ? '600 ' : ''}${size}px ${PICTURE_FONTS}`;
    this.#context.textAlign = align === 'middle' ? 'center' : align;
    this.#context.fillText(text, x, y);
  }

  path(draw: (pen: AreaPen) => void, { stroke, fill, opacity = 1, width = 1, dash = [] }: PathStyle): void {
    const outline = new Path2D();
    draw(outline);
    const context = this.#context;
    context.globalAlpha = opacity;
    if (fill) {
      context.fillStyle = fill;
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a path, no array
      context.fill(outline);
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.lineJoin = 'round';
      context.setLineDash([...dash]);
      context.stroke(outline);
    }
    context.globalAlpha = 1;
  }

  within({ x, y, width, height }: Box, draw: () => void): void {
    this.#context.save();
    this.#context.beginPath();
    this.#context.rect(x, y, width, height);
    this.#context.clip();
    draw();
    this.#context.restore();
  }

  measure(text: string, size: number): number {
    this.#context.font = `${size}px ${PICTURE_FONTS}`;
    return this.#context.measureText(text).width;
  }
}
