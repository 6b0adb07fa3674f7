import type { AreaPen } from '../draw/band-path.ts';

/** How a text stands. Sizes in CSS pixels. */
export interface TextStyle {
  readonly colour: string;
  readonly size: number;
  readonly align?: 'start' | 'middle' | 'end';
  readonly isBold?: boolean;
}

/** How a path is drawn. */
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

/** What a picture is drawn on: a canvas, or an SVG document. Lengths in CSS pixels. */
export interface DrawingSurface {
  rect(box: Box, colour: string): void;
  /** @param y of the base line */
  write(x: number, y: number, text: string, style: TextStyle): void;
  path(draw: (pen: AreaPen) => void, style: PathStyle): void;
  /** Draws only within the box. */
  within(box: Box, draw: () => void): void;
  /** The width of a text. */
  measure(text: string, size: number): number;
}

/** Fonts of pictures: what the page has, else what the reader has. */
export const PICTURE_FONTS = '"Inter Variable", Inter, system-ui, sans-serif';
