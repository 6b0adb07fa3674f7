/** How much two colors differ to the eye. */

/** CIE L*a*b* under D65. */
export type Lab = readonly [lightness: number, a: number, b: number];

/** Linear sRGB of `#rrggbb`. */
function linearOf(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

function times(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, factor, place) => sum + factor * (vector[place] ?? 0), 0));
}

/** IEC 61966-2-1, each row over the white of D65. */
const TO_XYZ = [
  [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
];

/** Machado, Oliveira and Fernandes 2009, severity 1. */
const DEUTERANOPIA = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
];

/** @param isDeuteranope as seen without the receptors for green */
export function labOf(hex: string, isDeuteranope = false): Lab {
  const linear = linearOf(hex);
  const seen = isDeuteranope ? times(DEUTERANOPIA, linear).map((part) => Math.min(1, Math.max(0, part))) : linear;
  const [x = 0, y = 0, z = 0] = times(TO_XYZ, seen).map((part) =>
    part > 216 / 24_389 ? Math.cbrt(part) : ((24_389 / 27) * part + 16) / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function hueOf(a: number, b: number): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

/** CIEDE2000 (Sharma, Wu and Dalal 2005). */
export function difference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const grayed = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(grayed / (grayed + 25 ** 7)));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [hueOf(a1 * stretch, b1), hueOf(a2 * stretch, b2)];
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const light = (l1 + l2) / 2;
  const chroma = (c1 + c2) / 2;
  const hue = c1 * c2 === 0 ? h1 + h2 : h1 + turn / 2;
  const weight =
    1 -
    0.17 * Math.cos(radians(hue - 30)) +
    0.24 * Math.cos(radians(2 * hue)) +
    0.32 * Math.cos(radians(3 * hue + 6)) -
    0.2 * Math.cos(radians(4 * hue - 63));
  const byLight = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const byChroma = (c2 - c1) / (1 + 0.045 * chroma);
  const byHue = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2))) / (1 + 0.015 * chroma * weight);
  const blue = 30 * Math.exp(-(((((hue + 360) % 360) - 275) / 25) ** 2));
  const rotation = -2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) * Math.sin(radians(2 * blue));
  return Math.sqrt(byLight ** 2 + byChroma ** 2 + byHue ** 2 + rotation * byChroma * byHue);
}
