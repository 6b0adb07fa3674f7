import type { Family } from '../../../service/contract/index.ts';

export interface DeviceIdentity {
  family: Family;
  serial: string;
}

export function deviceKey({ family, serial }: DeviceIdentity): string {
  return `${family}/${serial}`;
}
