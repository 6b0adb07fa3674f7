/** The parts of answers that tests look at. Written from the contract, not taken from the service's schemas. */
export interface Reading {
  magnitude: number;
  timestamp: string;
  unit: string;
}

export interface DeviceForm {
  channel_list: string[];
  channels: Record<string, { period_ms: number; value: Reading | null }>;
  config: { protocol: Record<string, boolean> };
  connections: Record<string, Record<string, unknown> | null>;
  info: Record<string, unknown>;
  model: string;
}

interface ProductForm {
  channels: Record<string, Record<string, unknown>>;
  info: Record<string, unknown>;
  model: string;
}

export interface FullForm {
  devices: Record<string, DeviceForm>;
  products: Record<string, ProductForm>;
}

export interface CompactForm {
  serial: string;
  timestamp: string;
  values: Record<string, { magnitude: number; unit: string }>;
}

export interface AppForm {
  devices: { family: string; serial: string; state: string; simulated: boolean; counters: Record<string, number> }[];
  problems: { code: string; subject: string; text: string; remedy: string }[];
}
