/** Conversion between a channel's API unit and the unit in which a correction is written. */
import { conversionsOf } from '../contract/index.ts';

/** An exact affine conversion: shown = api × times / per + plus. */
export interface UnitScale {
  toApi(shown: number): number;
  toShown(api: number): number;
  /** A difference of two values, without the offset of the unit. */
  differenceToShown(difference: number): number;
}

const SAME: UnitScale = {
  toApi: (shown) => shown,
  toShown: (api) => api,
  differenceToShown: (difference) => difference,
};

/** Undefined if a channel with this API unit cannot be displayed in `shown`. */
export function unitScale(apiUnit: string, shown: string): UnitScale | undefined {
  if (shown === apiUnit) return SAME;
  const conversion = conversionsOf(apiUnit).find(({ unit }) => unit === shown);
  if (!conversion) return undefined;
  const { times = 1, per = 1, plus = 0 } = conversion;
  return {
    toApi: (value) => ((value - plus) * per) / times,
    toShown: (value) => (value * times) / per + plus,
    differenceToShown: (difference) => (difference * times) / per,
  };
}
