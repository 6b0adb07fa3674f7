/** Initial values of parameters: the user's own devices and entries instead of the document's examples. */
import { channelPath, type Family } from '../../../service/contract/index.ts';
import type { CallValues } from './call.ts';
import type { ApiEndpoint, RouteParameter } from './routes.ts';

export interface OwnDevice {
  family: Family;
  serial: string;
  /** In the order of the product. */
  channels: readonly string[];
}

export interface ExampleValues {
  /** The selected one first. */
  devices: readonly OwnDevice[];
  /** The first identifier by path; missing if there is none. */
  ids: Readonly<Record<string, string>>;
}

/** Paths with an identifier; the longest match applies. */
export const ID_PATHS = {
  clients: '/app/v1/mqtt/clients/',
  gateways: '/app/v1/gateways/',
  databases: '/app/v1/databases/',
  rules: '/app/v1/alarms/rules/',
  alarms: '/app/v1/alarms/',
  destinations: '/app/v1/destinations/',
  dashboards: '/app/v1/dashboards/',
  runs: '/app/v1/runs/',
  computed: '/app/v1/computed/',
  runPlans: '/app/v1/run-plans/',
  imports: '/app/v1/imports/',
} as const;

/** @returns values with which the request succeeds, if anything exists to request */
export function prefillValues(route: ApiEndpoint, own: ExampleValues): CallValues {
  const device = deviceFor(route, own.devices);
  const parameters = route.parameters.map((parameter) => [parameter.name, valueFor(parameter, route, device, own)]);
  return {
    parameters: Object.fromEntries(parameters) as CallValues['parameters'],
    body: route.body === undefined ? '' : JSON.stringify(withDevice(route.body, own.devices[0]), null, 2),
  };
}

/** Undefined if the route serves both families. */
export function familyOfRoute({ path }: ApiEndpoint): string | undefined {
  return /\/devices\/(usb|gateway)\//.exec(path)?.[1];
}

export function needsDevice({ parameters, body }: ApiEndpoint): boolean {
  return parameters.some(({ name, required }) => required && ['serial', 'channel'].includes(name)) || namesDevice(body);
}

function namesDevice(example: unknown): example is object {
  return typeof example === 'object' && example !== null && 'serial' in example && 'family' in example;
}

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
  if (name === 'channel' && path.includes('{channel}')) return device?.channels[0] ?? example;
  if (name === 'channel' && device?.channels[0]) return channelPath({ ...device, channel: device.channels[0] });
  if (name === 'id') {
    const kind = Object.values(ID_PATHS).find((beginning) => path.startsWith(beginning));
    return (kind && ids[kind]) || example;
  }
  return example || (choices[0] ?? '');
}

/** Replaces the device in an example by the user's own. */
function withDevice(example: unknown, device: OwnDevice | undefined): unknown {
  if (!namesDevice(example) || !device) return example;
  const { family, serial, channels } = device;
  const channel = channels[0] !== undefined && 'channel' in example ? { channel: channels[0] } : {};
  return { ...example, family, serial, ...channel };
}
