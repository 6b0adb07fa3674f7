/** Initial values of parameters: the user's own devices and entries instead of the document's examples. */
import { channelPath, type Family } from '../../../service/contract/index.ts';
import type { CallValues } from './call.ts';
import type { ApiEndpoint, RouteParameter } from './routes.ts';

export interface OwnDevice {
  family: Family;
  serial: string;
  /** In the instrument's order. */
  channels: readonly string[];
}

/** What there is of the user's own. */
export interface ExampleValues {
  /** The chosen one first, then the others. */
  devices: readonly OwnDevice[];
  /** The first identifier of each kind, by the path that takes it; kinds without any are missing. */
  ids: Readonly<Record<string, string>>;
}

/** Paths that take an identifier, by which an own one is found: the longest fits first. */
export const ID_PATHS = {
  clients: '/app/v1/mqtt/clients/',
  gateways: '/app/v1/gateways/',
  rules: '/app/v1/alarms/rules/',
  alarms: '/app/v1/alarms/',
} as const;

/** @returns values that make the request as it stands a good one, as far as there is anything to ask about */
export function prefillValues(route: ApiEndpoint, own: ExampleValues): CallValues {
  const device = deviceFor(route, own.devices);
  const parameters = route.parameters.map((parameter) => [parameter.name, valueFor(parameter, route, device, own)]);
  return {
    parameters: Object.fromEntries(parameters) as CallValues['parameters'],
    body: route.body === undefined ? '' : JSON.stringify(withDevice(route.body, own.devices[0]), null, 2),
  };
}

/** The family whose devices a route is about; undefined where it is about any. */
export function familyOfRoute({ path }: ApiEndpoint): string | undefined {
  return /\/devices\/(usb|gateway)\//.exec(path)?.[1];
}

/** Whether a route is asked about a certain device. */
export function needsDevice({ parameters, body }: ApiEndpoint): boolean {
  return parameters.some(({ name, required }) => required && ['serial', 'channel'].includes(name)) || namesDevice(body);
}

function namesDevice(example: unknown): example is object {
  return typeof example === 'object' && example !== null && 'serial' in example && 'family' in example;
}

/** A route of one family is asked about a device of that family. */
function deviceFor(route: ApiEndpoint, devices: readonly OwnDevice[]): OwnDevice | undefined {
  const family = familyOfRoute(route);
  return family ? devices.find((device) => device.family === family) : devices[0];
}

function valueFor(
  { name, example, required, choices }: RouteParameter,
  { path }: ApiEndpoint,
  device: OwnDevice | undefined,
  { ids }: ExampleValues,
): string {
  if (name === 'pretty') return 'true';
  if (!required) return '';
  if (name === 'serial') return device?.serial ?? example;
  if (name === 'family') return device?.family ?? choices[0] ?? example;
  if (name === 'channel' && device?.channels[0]) return channelPath({ ...device, channel: device.channels[0] });
  if (name === 'id') {
    const kind = Object.values(ID_PATHS).find((beginning) => path.startsWith(beginning));
    return (kind && ids[kind]) || example;
  }
  return example || (choices[0] ?? '');
}

/** An example that names a device names the user's own, where there is one. */
function withDevice(example: unknown, device: OwnDevice | undefined): unknown {
  if (!namesDevice(example) || !device) return example;
  const { family, serial, channels } = device;
  const channel = channels[0] !== undefined && 'channel' in example ? { channel: channels[0] } : {};
  return { ...example, family, serial, ...channel };
}
