import { useLive, useReadable } from '../react.ts';
import type { DisplayUnits } from './display-units.ts';

/** How readings are shown: `useDisplayUnits().of('°C').format(value, label)`. A new object when the user chose anew. */
export function useDisplayUnits(): DisplayUnits {
  return useReadable(useLive().settings.units);
}
