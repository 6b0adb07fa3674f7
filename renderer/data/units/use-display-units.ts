import { useLive, useReadable } from '../react.ts';
import type { DisplayUnits } from './display-units.ts';

/** `useDisplayUnits().of('°C').format(value, label)`. A new object for each change of the choices. */
export function useDisplayUnits(): DisplayUnits {
  return useReadable(useLive().settings.units);
}
