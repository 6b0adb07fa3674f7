/** The other connections of the same physical device. */
import type { AppDevice } from '../../../service/contract/index.ts';
import { counterpartKey, type OtherConnection, otherPlaces } from '../../data/devices/connections.ts';
import { useDevice } from '../../data/react.ts';

export function useOtherPlaces(device: AppDevice): OtherConnection[] {
  return otherPlaces(device, useDevice(counterpartKey(device)));
}
