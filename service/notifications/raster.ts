/** An image of opaque pixels that anti-aliased shapes are painted on. */

/** Red, green and blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

export interface Point {
  x: number;
  y: number;
}

/** In pixels; right and bottom are exclusive. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** White at first. */
export class Raster {
  readonly width: number;
  readonly height: number;
  /** Row by row from the top left. */
  readonly rgb: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.rgb = new Uint8Array(3 * width * height).fill(255);
  }

  /** @param alpha 0 (transparent) to 1 */
  fillRectangle({ left, top, right, bottom }: Rectangle, color: Color, alpha = 1): void {
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) this.#blend(x, y, color, alpha);
  }

  /** Fills a column of one pixel from `top` to `bottom`, fractions of pixels included, within `clip`. */
  fillColumn(x: number, top: number, bottom: number, clip: Rectangle, color: Color, alpha: number): void {
    if (x < clip.left || x >= clip.right) return;
    const last = Math.min(clip.bottom - 1, Math.floor(bottom));
    for (let y = Math.max(clip.top, Math.floor(top)); y <= last; y += 1) {
      const coverage = Math.min(bottom, y + 1) - Math.max(top, y);
      this.#blend(x, y, color, alpha * Math.max(0, coverage));
    }
  }

  /**
   * Strokes lines with round ends; one of a single point is a dot. Where they overlap, the color does not add up.
   * @param width in pixels
   */
  stroke(lines: readonly (readonly Point[])[], width: number, clip: Rectangle, color: Color): void {
    const coverage = new Float32Array(this.width * this.height);
    for (const line of lines) {
      line.forEach((point, index) => {
        if (index > 0 || line.length === 1) this.#cover(coverage, line[index - 1] ?? point, point, width / 2, clip);
      });
    }
    for (let y = clip.top; y < clip.bottom; y += 1) {
      for (let x = clip.left; x < clip.right; x += 1) {
        const share = coverage[y * this.width + x] ?? 0;
        if (share > 0) this.#blend(x, y, color, share);
      }
    }
  }

  /** A pixel is covered by as much as its center is within the stroke, which is as exact as the eye. */
  #cover(coverage: Float32Array, from: Point, to: Point, radius: number, clip: Rectangle): void {
    const reach = radius + 1;
    const left = Math.max(clip.left, Math.floor(Math.min(from.x, to.x) - reach));
    const right = Math.min(clip.right, Math.ceil(Math.max(from.x, to.x) + reach));
    const top = Math.max(clip.top, Math.floor(Math.min(from.y, to.y) - reach));
    const bottom = Math.min(clip.bottom, Math.ceil(Math.max(from.y, to.y) + reach));
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const share = radius + 0.5 - distance(x + 0.5, y + 0.5, from, to);
        const index = y * this.width + x;
        if (share > (coverage[index] ?? 0)) coverage[index] = Math.min(1, share);
      }
    }
  }

  #blend(x: number, y: number, color: Color, alpha: number): void {
    const index = 3 * (y * this.width + x);
    for (let channel = 0; channel < 3; channel += 1) {
      const below = this.rgb[index + channel] ?? 0;
      this.rgb[index + channel] = Math.round(below + ((color[channel] ?? 0) - below) * alpha);
    }
  }
}

/** Of a point from a segment. Runs for each pixel around it, so it makes no objects. */
function distance(x: number, y: number, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
  const share = Math.min(1, Math.max(0, along));
  const distanceX = x - from.x - share * dx;
  const distanceY = y - from.y - share * dy;
  return Math.sqrt(distanceX * distanceX + distanceY * distanceY);
}
