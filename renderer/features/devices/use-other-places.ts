/** The other connections of the same physical device. */
import type { AppDevice } from '../../../service/contract/index.ts';
import { type OtherPlace, otherPlaces, twinKey } from '../../data/devices/places.ts';
import { useDevice } from '../../data/react.ts';

export function useOtherPlaces(device: AppDevice): OtherPlace[] {
  return otherPlaces(device, useDevice(twinKey(device)));
}
