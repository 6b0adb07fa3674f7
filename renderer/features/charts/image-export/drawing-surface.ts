import type { AreaPen } from '../draw/band-path.ts';

/** Sizes in CSS pixels. */
export interface TextStyle {
  readonly colour: string;
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
  readonly dash?: readonly number[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Target of a drawing: a canvas, or an SVG document. Lengths in CSS pixels. */
export interface DrawingSurface {
  rect(box: Box, colour: string): void;
  /** @param y of the baseline */
  write(x: number, y: number, text: string, style: TextStyle): void;
  path(draw: (pen: AreaPen) => void, style: PathStyle): void;
  /** Clips to the box. */
  within(box: Box, draw: () => void): void;
  measure(text: string, size: number): number;
}

/** The page's font, then those of the viewer. */
export const PICTURE_FONTS = '"Inter Variable", Inter, system-ui, sans-serif';
