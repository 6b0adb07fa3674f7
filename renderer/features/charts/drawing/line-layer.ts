import type { View } from '../view/view.ts';
import { CanvasSurface } from './canvas-surface.ts';
import { drawLines, type PlotAxis, type PlotLine, type PlotScene } from './draw-plot.ts';

/** Largest distance of an edge from the pixels of the screen that counts as none, in screen pixels. */
const ON_PIXEL = 1e-3;

/** Of the known part, these are drawn again, in screen pixels: lines may have ended at its edge. */
const SEAM = 4;

/** A plot at a view that only the user moves. */
export interface StillScene extends PlotScene {
  readonly view: View;
}

/** The picture on the canvas. */
interface Drawn {
  readonly scene: StillScene;
  readonly ratio: number;
  /** How far right of its true place it is, in screen pixels: at most half a one. */
  readonly offset: number;
}

/**
 * The lines of a plot on a canvas of their own: when the view moves, only the part that came into it is drawn. Without
 * a graphics card, 50 lines of a month take longer than a frame.
 */
export class LineLayer {
  #context = document.createElement('canvas').getContext('2d');
  /** Receives a moved picture: a canvas that is drawn into itself is copied as a whole before. */
  #spare = document.createElement('canvas').getContext('2d');
  #drawn: Drawn | undefined;

  /** Draws the lines on the canvas of the plot. @param ratio screen pixels per CSS pixel @param fonts as of `Plot.draw` */
  draw(target: CanvasRenderingContext2D, scene: StillScene, ratio: number, fonts: string): void {
    const { x, width } = scene.box;
    const [left, right] = [Math.round(x * ratio), Math.round((x + width) * ratio)];
    const isOnPixels = Math.abs(left - x * ratio) < ON_PIXEL && Math.abs(right - (x + width) * ratio) < ON_PIXEL;
    if (!this.#context || !this.#spare || !isOnPixels) {
      this.clear();
      drawLines(new CanvasSurface(target, fonts), scene);
      return;
    }
    const drawn = this.#update(this.#context, this.#spare, target.canvas, scene, ratio, fonts);
    if (drawn === this.#spare) [this.#context, this.#spare] = [this.#spare, this.#context];
    target.save();
    target.setTransform(1, 0, 0, 1, 0, 0);
    target.drawImage(drawn.canvas, 0, 0);
    target.restore();
  }

  /** Frees its memory. */
  clear(): void {
    if (!this.#drawn) return;
    this.#drawn = undefined;
    for (const context of [this.#context, this.#spare]) if (context) context.canvas.width = 0;
  }

  /** @returns the context of the two that has the picture now */
  #update(
    context: CanvasRenderingContext2D,
    spare: CanvasRenderingContext2D,
    canvas: HTMLCanvasElement,
    scene: StillScene,
    ratio: number,
    fonts: string,
  ): CanvasRenderingContext2D {
    const { box } = scene;
    const { width, height } = canvas;
    const drawn = this.#drawn?.ratio === ratio ? this.#drawn : undefined;
    const exact = (drawn ? movement(drawn.scene, scene) : Number.NaN) * ratio - (drawn?.offset ?? 0);
    const moved = Math.round(exact);
    if (Number.isNaN(exact) || Math.abs(moved) >= box.width * ratio) {
      for (const each of [context, spare]) {
        each.canvas.width = width;
        each.canvas.height = height;
        each.setTransform(ratio, 0, 0, ratio, 0, 0);
      }
      drawLines(new CanvasSurface(context, fonts), scene);
      this.#drawn = { scene, ratio, offset: 0 };
      return context;
    }
    const offset = moved - exact;
    this.#drawn = { scene, ratio, offset };
    if (moved === 0) return context;
    const surface = new CanvasSurface(spare, fonts);
    surface.within({ ...box, y: 0, height: height / ratio }, () => {
      spare.globalCompositeOperation = 'copy';
      spare.drawImage(context.canvas, moved / ratio, 0, width / ratio, height / ratio);
    });
    const added = Math.min(box.width, (Math.abs(moved) + SEAM) / ratio);
    const strip = { x: moved < 0 ? box.x + box.width - added : box.x, width: added };
    spare.clearRect(strip.x, 0, strip.width, height / ratio);
    drawLines(surface, shifted(scene, offset / ratio / box.width), strip);
    return spare;
  }
}

/** @param by a fraction of the box */
function shifted(scene: PlotScene, by: number): PlotScene {
  const shift = <Axis extends PlotAxis>(axis: Axis): Axis => ({
    ...axis,
    share: { x: (time) => axis.share.x(time) + by, y: axis.share.y },
  });
  return { ...shift(scene), right: scene.right && shift(scene.right) };
}

/** How far the lines of a scene have moved to the right in the next one, in CSS pixels; NaN if they differ. */
export function movement(before: StillScene, after: StillScene): number {
  const { box, view } = after;
  const isSameBox = (['x', 'y', 'width', 'height'] as const).every((side) => box[side] === before.box[side]);
  const length = view.to - view.from;
  const longer = (length - (before.view.to - before.view.from)) / length;
  if (!isSameBox || Math.abs(longer) * box.width > ON_PIXEL || after.lineWidth !== before.lineWidth) return Number.NaN;
  const common = { from: Math.max(view.from, before.view.from), to: Math.min(view.to, before.view.to) };
  const isSame = isSameAxis(before, after, common) && isSameAxis(before.right, after.right, common);
  return isSame ? ((before.view.from - view.from) / length) * box.width : Number.NaN;
}

function isSameAxis(before: PlotAxis | undefined, after: PlotAxis | undefined, common: View): boolean {
  if (!before || !after) return before === after;
  // An axis has the same ticks as long as it has the same range.
  const isSameRange = before.yTicks === after.yTicks && before.floor === after.floor;
  if (!isSameRange || before.lines.length !== after.lines.length) return false;
  return after.lines.every((line, index) => isSameLine(before.lines[index], line, common));
}

function isSameLine(before: PlotLine | undefined, after: PlotLine, { from, to }: View): boolean {
  if (!before || before.color !== after.color || before.dash !== after.dash) return false;
  const isAsStrong = before.opacity === after.opacity && before.thickness === after.thickness;
  return isAsStrong && before.points.agrees(after.points, from, to);
}
