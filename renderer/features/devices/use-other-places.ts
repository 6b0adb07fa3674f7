/** Where else the same instrument is, live. */
import type { AppDevice } from '../../../service/contract/index.ts';
import { type OtherPlace, otherPlaces, twinKey } from '../../data/devices/places.ts';
import { useDevice } from '../../data/react.ts';

export function useOtherPlaces(device: AppDevice): OtherPlace[] {
  return otherPlaces(device, useDevice(twinKey(device)));
}
