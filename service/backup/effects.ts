/** Effects of a restored backup that go beyond stored data: listed beforehand, and only applied if confirmed. */
import {
  type Backup,
  type BackupGroup,
  type ConfirmedSetting,
  type GatewayConfig,
  MQTT_ADVANCED_DEFAULTS,
  MQTT_DEFAULTS,
  type RestoreConfirm,
  type RestoreEffect,
  type Settings,
} from '../contract/index.ts';
import { type FieldError, invalidFields } from '../support/errors.ts';

type Clients = Backup['mqtt']['mqtt']['clients'];
type Client = Clients[string];

/** @param present the current state */
export function effectsOf(present: Backup, wanted: Backup, groups: readonly BackupGroup[]): RestoreEffect[] {
  const effects: Record<BackupGroup, () => RestoreEffect[]> = {
    settings: () => [
      ...originEffects(present.settings, wanted.settings),
      ...settingEffects(present.settings, wanted.settings),
    ],
    mqtt: () => brokerEffects(present, wanted.mqtt.mqtt.clients),
    gateways: () => gatewayEffects(present.gateways, wanted.gateways),
    // Sampling periods stay within the device's range, and alarms are published to confirmed brokers.
    devices: () => [],
    // One at another address is restored disabled.
    databases: () => [],
    destinations: () => [],
    alarms: () => [],
    dashboards: () => [],
    corrections: () => [],
    computed: () => [],
    run_plans: () => [],
  };
  return groups.flatMap((group) => effects[group]());
}

function originEffects({ allowed_origins: present }: Settings, { allowed_origins: wanted }: Settings): RestoreEffect[] {
  return [...new Set(wanted)].map((origin) => ({
    kind: 'origins',
    value: origin,
    text: `Web pages of ${origin} can read everything here, and change devices, MQTT clients, gateways, alarms, dashboards, corrections, computed channels and runs.`,
    confirm: !present.includes(origin),
  }));
}

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** A sentence about the effect of a setting; undefined if it has none. */
const ACTS: Readonly<Record<ConfirmedSetting, (present: Settings, wanted: Settings) => string | undefined>> = {
  port: (present, { port }) =>
    port === present.port
      ? undefined
      : `The service moves from port ${present.port} to ${port === 0 ? 'any free port' : `port ${port}`}.`,
  discovery: (present, wanted) =>
    isSwitchedOn('discovery', present, wanted)
      ? 'Discovery is turned on: the local network is informed of this Mensura and its brokers.'
      : undefined,
  history: (present, wanted) => (present.history && !wanted.history ? 'New readings are not stored.' : undefined),
  history_raw_days: ({ history_raw_days: now }, { history_raw_days: then }) =>
    then < now ? `Raw readings are stored for ${days(then)} instead of ${days(now)}.` : undefined,
  history_minute_days: ({ history_minute_days: now }, { history_minute_days: then }) =>
    then < now ? `Minute aggregates are stored for ${days(then)} instead of ${days(now)}.` : undefined,
  history_max_gib: ({ history_max_gib: now }, { history_max_gib: then }) =>
    then < now ? `The maximum history size is ${then} GiB instead of ${now} GiB.` : undefined,
  csv_log: (present, wanted) =>
    isSwitchedOn('csv_log', present, wanted)
      ? `Daily CSV files are written to ${present.csv_log_folder ?? 'the folder "csv" in the data folder'}.`
      : undefined,
  simulate: (present, wanted) =>
    isSwitchedOn('simulate', present, wanted)
      ? `${wanted.simulate_usb + wanted.simulate_gateway} simulated devices appear beside the real ones.`
      : undefined,
  simulate_publish: (present, wanted) =>
    isSwitchedOn('simulate_publish', present, wanted)
      ? 'Readings of simulated devices are stored and published like real ones.'
      : undefined,
  start_at_login: (present, wanted) =>
    isSwitchedOn('start_at_login', present, wanted) ? 'The desktop app starts when you log in.' : undefined,
};

type Switch = 'discovery' | 'csv_log' | 'simulate' | 'simulate_publish' | 'start_at_login';

function isSwitchedOn(name: Switch, present: Settings, wanted: Settings): boolean {
  return wanted[name] && !present[name];
}

function settingEffects(present: Settings, wanted: Settings): RestoreEffect[] {
  return (Object.keys(ACTS) as ConfirmedSetting[]).flatMap((value) => {
    const text = ACTS[value](present, wanted);
    return text === undefined ? [] : [{ kind: 'settings' as const, value, text, confirm: true }];
  });
}

interface Endpoint {
  /** As in `mqtts://broker.example:8883`. */
  address: string;
  isChecked: boolean;
  isEnabled: boolean;
}

function brokerOf({ host, port, ssl, advanced }: Client): Endpoint {
  const name = host ?? MQTT_DEFAULTS.host;
  const scheme = (ssl ?? MQTT_DEFAULTS.ssl) ? 'mqtts' : 'mqtt';
  return {
    address: `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port ?? MQTT_DEFAULTS.port}`,
    isChecked: advanced?.check_server_name ?? MQTT_ADVANCED_DEFAULTS.check_server_name,
    isEnabled: advanced?.enabled ?? MQTT_ADVANCED_DEFAULTS.enabled,
  };
}

function isSame(present: Endpoint | undefined, wanted: Endpoint): boolean {
  return (
    present?.address === wanted.address &&
    (wanted.isChecked || !present.isChecked || !wanted.address.startsWith('mqtts')) &&
    (present.isEnabled || !wanted.isEnabled)
  );
}

/** The secrets in a backup; one made by Mensura has none. They are not compared with the present ones. */
function secretsBrought({ password, advanced: { ca, certificate, key } = {} }: Client, hasSecrets: boolean): string[] {
  const given = { 'CA certificate': ca, 'client certificate': certificate, key, password };
  return Object.entries(given).flatMap(([what, text]) => {
    if (text === undefined || (text === '' && !hasSecrets)) return [];
    return text === '' ? [`Its ${what} is deleted.`] : [`Its ${what} is replaced by the one in the backup.`];
  });
}

/** The discovery prefix of Home Assistant; undefined for a client that announces nothing. */
function announcedUnder({ advanced }: Client): string | undefined {
  const { discovery, discovery_prefix: prefix } = { ...MQTT_ADVANCED_DEFAULTS, ...advanced };
  return discovery ? prefix : undefined;
}

/** Sentences about the changes of a client at the same broker. @param before the present client */
function changesOf(before: Client | undefined, client: Client, hasSecrets: boolean): string[] {
  const changes = secretsBrought(client, hasSecrets);
  const [user, userBefore] = [client, before ?? client].map(({ username }) => username ?? MQTT_DEFAULTS.username);
  if (user !== userBefore) changes.push(`Its username is "${user}" instead of "${userBefore}".`);
  const prefix = announcedUnder(client);
  if (prefix !== undefined && prefix !== (before && announcedUnder(before))) {
    changes.push(`It publishes every channel to Home Assistant, under "${prefix}".`);
  }
  return changes;
}

function brokerEffects({ mqtt, with_secrets }: Backup, wanted: Clients): RestoreEffect[] {
  const present = mqtt.mqtt.clients;
  return Object.entries(wanted).map(([identifier, client]) => {
    const broker = brokerOf(client);
    const isTls = broker.address.startsWith('mqtts');
    const tls = isTls ? (broker.isChecked ? 'with TLS' : 'with TLS, without host name verification') : 'without TLS';
    const verb = broker.isEnabled ? 'connects' : 'is disabled, and would connect';
    const before = Object.hasOwn(present, identifier) ? present[identifier] : undefined;
    const changes = changesOf(before, client, with_secrets.includes(identifier));
    return {
      kind: 'brokers',
      value: broker.address,
      text: [`MQTT client "${identifier}" ${verb} to ${broker.address}, ${tls}.`, ...changes].join(' '),
      confirm: changes.length > 0 || !isSame(before && brokerOf(before), broker),
    };
  });
}

function gatewayAddress(config: GatewayConfig): string {
  if (config.kind === 'mqtt') return `mqtt:${config.client}/${config.prefix}`;
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
}

function gatewayEffects(present: Backup['gateways'], wanted: Backup['gateways']): RestoreEffect[] {
  return wanted.map(({ config }) => {
    const value = gatewayAddress(config);
    const from =
      config.kind === 'mqtt' ? `${config.prefix} through MQTT client "${config.client}"` : `${value}, without TLS`;
    const verb = config.enabled ? 'reads' : 'is disabled, and would read';
    const isHere = present.some(
      (gateway) => gatewayAddress(gateway.config) === value && (gateway.config.enabled || !config.enabled),
    );
    return { kind: 'gateways', value, text: `Gateway "${config.name}" ${verb} ${from}.`, confirm: !isHere };
  });
}

/**
 * The backup without unconfirmed origins.
 * @throws MensuraError `bad-request` naming each unconfirmed effect
 */
export function withConfirmedOrigins(
  backup: Backup,
  effects: readonly RestoreEffect[],
  confirm: RestoreConfirm,
): Backup {
  const errors: FieldError[] = [];
  for (const { kind, value, text, confirm: isNeeded } of effects) {
    // Origins missing from the list were declined.
    const isDecided = kind === 'origins' ? confirm.origins !== undefined : isIn(confirm[kind], value);
    if (isNeeded && !isDecided) errors.push({ path: `confirm.${kind}`, message: `must name ${value}: ${text}` });
  }
  const { allowed_origins: listed } = backup.settings;
  for (const origin of confirm.origins ?? []) {
    if (!listed.includes(origin)) errors.push({ path: 'confirm.origins', message: `${origin} is not in the backup` });
  }
  if (errors.length > 0) throw invalidFields(errors.map(withoutStop));
  const refused = new Set(refusedOrigins(effects, confirm));
  return {
    ...backup,
    settings: { ...backup.settings, allowed_origins: listed.filter((origin) => !refused.has(origin)) },
  };
}

/** New origins of a backup that were not confirmed. */
export function refusedOrigins(effects: readonly RestoreEffect[], { origins }: RestoreConfirm): string[] {
  return effects.flatMap(({ kind, value, confirm }) =>
    kind === 'origins' && confirm && !isIn(origins, value) ? [value] : [],
  );
}

function isIn(values: readonly string[] | undefined, value: string): boolean {
  return values?.includes(value) ?? false;
}

/** Error texts continue after the message as part of a sentence. */
function withoutStop({ path, message }: FieldError): FieldError {
  return { path, message: message.replace(/\.$/, '') };
}
