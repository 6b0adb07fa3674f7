/** A path being drawn. Implemented by Path2D, and by tests. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

/** Sizes in CSS pixels. */
export interface TextStyle {
  readonly color: string;
  readonly size: number;
  readonly align?: 'start' | 'middle' | 'end';
  readonly isBold?: boolean;
}

export interface PathStyle {
  readonly stroke?: string;
  readonly fill?: string;
  /** 0 to 1. */
  readonly opacity?: number;
  /** In CSS pixels. */
  readonly width?: number;
  /** Lengths in CSS pixels, alternately drawn and skipped. */
  readonly dash?: readonly number[];
  /** Position in the pattern at the start of each line, in CSS pixels. */
  readonly dashOffset?: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Target of a drawing: a canvas, or an SVG document. Lengths in CSS pixels. */
export interface DrawingSurface {
  rect(box: Box, color: string): void;
  /** @param y of the baseline */
  write(x: number, y: number, text: string, style: TextStyle): void;
  path(draw: (pen: Pen) => void, style: PathStyle): void;
  /** Filled circles. */
  dots(centers: readonly (readonly [x: number, y: number])[], radius: number, color: string): void;
  /** Clips to the box. */
  within(box: Box, draw: () => void): void;
  measure(text: string, size: number): number;
}
