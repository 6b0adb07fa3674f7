/** Short ways to ask a service about the devices of one family. */
import { type Answer, request } from '../raw-http.ts';
import type { RunningService } from '../service.ts';
import type { AppForm, CompactForm, DeviceForm, FullForm } from '../shapes.ts';
import { until as untilOfHost } from '../until.ts';

export interface Reads {
  get(path: string): Promise<Answer>;
  /** The devices of the family by serial. */
  devices(): Promise<Record<string, DeviceForm>>;
  /** Valid magnitudes of a device by channel; undefined when it is not listed. */
  values(serial: string): Promise<Record<string, number> | undefined>;
  app(): Promise<AppForm>;
  patch(serial: string, change: unknown): Promise<Answer>;
  /** Waits until a device has this temperature. */
  temperature(serial: string, degrees: number, patienceMs?: number): Promise<void>;
  /** Waits until a device is listed with no value at all. */
  silence(serial: string): Promise<void>;
  /** Waits until a device is not listed. */
  gone(serial: string): Promise<void>;
}

/** @param until how to wait, where the computer is slower than this one */
export function reads(
  service: RunningService,
  family: 'usb' | 'gateway' = 'usb',
  until: typeof untilOfHost = untilOfHost,
): Reads {
  const get = (path: string): Promise<Answer> => request(service.port, { path });
  const devices = async (): Promise<Record<string, DeviceForm>> =>
    (await get(`/3.7.0/devices/${family}`)).json<FullForm>().devices;
  const values = async (serial: string): Promise<Record<string, number> | undefined> => {
    const device = (await devices())[serial];
    if (!device) return undefined;
    const entries = Object.entries(device.channels);
    return Object.fromEntries(entries.flatMap(([name, { value }]) => (value ? [[name, value.magnitude]] : [])));
  };
  return {
    get,
    devices,
    values,
    app: async () => (await get('/app/v1/devices')).json<AppForm>(),
    patch: (serial, change) =>
      request(service.port, {
        method: 'PATCH',
        path: `/app/v1/devices/${family}/${serial}`,
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(change),
      }),
    temperature: async (serial, degrees, patienceMs) => {
      await until(
        `${serial} to show ${degrees} degrees`,
        async () => (await values(serial))?.['temperature'] === degrees,
        patienceMs,
      );
    },
    silence: async (serial) => {
      await until(`${serial} to have no value`, async () => {
        const found = await values(serial);
        return found !== undefined && Object.keys(found).length === 0;
      });
    },
    gone: async (serial) => {
      await until(`${serial} to go`, async () => !(await devices())[serial]);
    },
  };
}

/** Whether an answer of the compact list names this serial. */
export async function measures(api: Reads, serial: string): Promise<boolean> {
  const entries = (await api.get('/3.7.0/devices/usb/measurements')).json<CompactForm[]>();
  return entries.some((entry) => entry.serial === serial);
}
