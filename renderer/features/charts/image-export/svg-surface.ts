import { measureText } from '../drawing/canvas-surface.ts';
import type { Box, DrawingSurface, PathStyle, Pen, TextStyle } from '../drawing/surface.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that are invalid in XML documents (XML 1.0, 2.2). */
// oxlint-disable-next-line no-control-regex -- it matches control characters
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NO_XML, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Rounds to 0.01 px. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** An SVG document with lines as path data and text as text. */
export class SvgSurface implements DrawingSurface {
  readonly #size: { width: number; height: number };
  readonly #fonts: string;
  readonly #measure: (text: string, font: string) => number;
  readonly #elements: string[] = [];
  #clips = 0;

  /** @param fonts as in the style sheet's `font-family` @param measure replaced by tests, which have no canvas */
  constructor(size: { width: number; height: number }, fonts: string, measure = measureText) {
    this.#size = size;
    this.#fonts = fonts;
    this.#measure = measure;
  }

  get text(): string {
    return this.#document();
  }

  rect({ x, y, width, height }: Box, color: string): void {
    const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
    this.#elements.push(`<rect ${place} fill="${escaped(color)}"/>`);
  }

  write(x: number, y: number, text: string, { color, size, align = 'start', isBold = false }: TextStyle): void {
    const weight = isBold ? ' font-weight="600"' : '';
    const anchor = align === 'start' ? '' : ` text-anchor="${align}"`;
    const place = `x="${short(x)}" y="${short(y)}" font-size="${size}" fill="${escaped(color)}"`;
    this.#elements.push(`<text ${place}${weight}${anchor}>${escaped(text)}</text>`);
  }

  path(draw: (pen: Pen) => void, { stroke, fill, opacity, width = 1, dash = [], dashOffset }: PathStyle): void {
    const data: string[] = [];
    draw({
      moveTo: (x, y) => data.push(`M${short(x)} ${short(y)}`),
      lineTo: (x, y) => data.push(`L${short(x)} ${short(y)}`),
      closePath: () => data.push('Z'),
    });
    if (data.length === 0) return;
    const offset = dashOffset === undefined ? '' : ` stroke-dashoffset="${short(dashOffset)}"`;
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"${offset}` : '';
    const line = stroke ? ` stroke="${escaped(stroke)}" stroke-width="${width}" stroke-linejoin="round"${dashes}` : '';
    const through = opacity === undefined ? '' : ` opacity="${opacity}"`;
    this.#elements.push(`<path d="${data.join('')}" fill="${escaped(fill ?? 'none')}"${line}${through}/>`);
  }

  dots(centers: readonly (readonly [x: number, y: number])[], radius: number, color: string): void {
    const circles = centers.map(([x, y]) => `<circle cx="${short(x)}" cy="${short(y)}" r="${radius}"/>`);
    this.#elements.push(`<g fill="${escaped(color)}">${circles.join('')}</g>`);
  }

  within({ x, y, width, height }: Box, draw: () => void): void {
    this.#clips += 1;
    const id = `clip-${this.#clips}`;
    const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
    this.#elements.push(`<clipPath id="${id}"><rect ${place}/></clipPath><g clip-path="url(#${id})">`);
    draw();
    this.#elements.push('</g>');
  }

  measure(text: string, size: number): number {
    return this.#measure(text, `${size}px ${this.#fonts}`);
  }

  #document(): string {
    const { width, height } = this.#size;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(this.#fonts)}">`;
    return `${head}\n${this.#elements.join('\n')}\n</svg>\n`;
  }
}
