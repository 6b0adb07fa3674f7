let context: OffscreenCanvasRenderingContext2D | null | undefined;

/** The width of a text on a canvas, in CSS pixels. @param font as the canvas takes it */
export function measureText(text: string, font: string): number {
  context ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return text.length * 7;
  if (context.font !== font) context.font = font;
  return Math.ceil(context.measureText(text).width);
}
