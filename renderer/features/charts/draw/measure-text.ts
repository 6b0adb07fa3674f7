let context: OffscreenCanvasRenderingContext2D | null | undefined;

/** Width of a text, in CSS pixels. @param font in the canvas' syntax */
export function measureText(text: string, font: string): number {
  context ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return text.length * 7;
  if (context.font !== font) context.font = font;
  return Math.ceil(context.measureText(text).width);
}
