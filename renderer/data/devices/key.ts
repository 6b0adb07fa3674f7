import type { Family } from '../../../service/contract/index.ts';

export interface DeviceIdentity {
  family: Family;
  serial: string;
}

/** The identity as one string, for maps and charts. */
export function deviceKey({ family, serial }: DeviceIdentity): string {
  return `${family}/${serial}`;
}
