export { type DeviceKey as DeviceIdentity, deviceKey } from '../../../service/contract/index.ts';
