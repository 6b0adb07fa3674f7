/** Illuminance from the wide and the infrared count of a TSL2561 or TSL2568 (docs/hardware.md#virtual-channels). */

/** A straight line of the two counts, where infrared is less than a part of the wide one. */
interface Line {
  below: number;
  wide: number;
  infrared: number;
}

const TSL2568_LINES: readonly Line[] = [
  { below: 0.35, wide: 0.00763, infrared: 0.01031 },
  { below: 0.5, wide: 0.00817, infrared: 0.01188 },
  { below: 0.6, wide: 0.00723, infrared: 0.01 },
  { below: 0.72, wide: 0.00573, infrared: 0.0075 },
  { below: 0.85, wide: 0.00216, infrared: 0.00254 },
];

const TSL2561_LINES: readonly Line[] = [
  { below: 0.61, wide: 0.0224, infrared: 0.031 },
  { below: 0.8, wide: 0.0128, infrared: 0.0153 },
];

/** Undefined beyond the last line, and where there is no light at all. */
function fromLines(lines: readonly Line[], wide: number, infrared: number): number | undefined {
  const line = lines.find(({ below }) => infrared / wide < below);
  return line && line.wide * wide - line.infrared * infrared;
}

/** Lux of a TSL2568's counts. With more infrared than its lines know, nothing of the light is seen. */
export function tsl2568Lux(wide: number, infrared: number): number {
  return fromLines(TSL2568_LINES, wide, infrared) ?? 0;
}

/** Lux of a TSL2561's counts. */
export function tsl2561Lux(wide: number, infrared: number): number {
  const ratio = infrared / wide;
  if (ratio < 0.5) return 0.0304 * wide - 0.062 * wide * ratio ** 1.4;
  // The last line is in the sensor's data sheet, and missing in the maker's library.
  return fromLines(TSL2561_LINES, wide, infrared) ?? (ratio <= 1.3 ? 0.00146 * wide - 0.00112 * infrared : 0);
}
