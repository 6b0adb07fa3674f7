import type { Box, DrawingSurface, PathStyle, Pen, TextStyle } from './surface.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

let measuring: Context | null | undefined;

/** Width of a text, in CSS pixels. @param font in the canvas' syntax */
export function measureText(text: string, font: string): number {
  measuring ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!measuring) return text.length * 7;
  if (measuring.font !== font) measuring.font = font;
  return Math.ceil(measuring.measureText(text).width);
}

export class CanvasSurface implements DrawingSurface {
  readonly #context: Context;
  readonly #fonts: string;

  /** @param context whose unit is a CSS pixel @param fonts as in the style sheet's `font-family` */
  constructor(context: Context, fonts: string) {
    this.#context = context;
    this.#fonts = fonts;
  }

  rect({ x, y, width, height }: Box, color: string): void {
    this.#context.fillStyle = color;
    this.#context.fillRect(x, y, width, height);
  }

  write(x: number, y: number, text: string, { color, size, align = 'start', isBold = false }: TextStyle): void {
    this.#context.fillStyle = color;
    this.#context.font = `${isBold ? '600 ' : ''}${size}px ${this.#fonts}`;
    this.#context.textAlign = align === 'middle' ? 'center' : align;
    this.#context.fillText(text, x, y);
  }

  path(draw: (pen: Pen) => void, { stroke, fill, opacity = 1, width = 1, dash = [], dashOffset = 0 }: PathStyle): void {
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
      context.lineDashOffset = dashOffset;
      context.stroke(outline);
    }
    context.globalAlpha = 1;
  }

  dots(centers: readonly (readonly [x: number, y: number])[], radius: number, color: string): void {
    const context = this.#context;
    context.beginPath();
    for (const [x, y] of centers) {
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fillStyle = color;
    context.fill();
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
    return measureText(text, `${size}px ${this.#fonts}`);
  }
}
