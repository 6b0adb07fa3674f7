import { type AppDevice, DATABASE_KINDS, DESTINATION_KINDS } from '../../../service/contract/index.ts';
import { alarmSound, setAlarmSound } from '../../data/alarms/alarm-sound.ts';
import { serverWords } from '../../data/databases/labels.ts';
import { targetWords } from '../../data/destinations/labels.ts';
import { channelName } from '../../data/devices/channel-name.ts';
import { channelsOf } from '../../data/devices/channels.ts';
import { type DeviceRecord, isSimulatedDevice } from '../../data/devices/device-store.ts';
import { deviceName } from '../../data/devices/labels.ts';
import { DEVICE_ORDERS } from '../../data/devices/sorting.ts';
import type { Live } from '../../data/live.ts';
import { EXPORT_PATH } from '../../data/mqtt/requests.ts';
import { BACKUP_PATH } from '../../data/settings/maintenance-requests.ts';
import { NEW_RULE_ROUTE } from '../../features/alarms/routes.ts';
import { shownCharts } from '../../features/charts/shown-charts.ts';
import { editComputedRoute, NEW_COMPUTED_ROUTE } from '../../features/computed/routes.ts';
import { NEW_DASHBOARD_ROUTE } from '../../features/dashboards/routes.ts';
import { databaseRoute, NEW_DATABASE_ROUTE } from '../../features/databases/routes.ts';
import { changeDevice } from '../../features/devices/change-device.ts';
import { editGroupOf } from '../../features/devices/groups/group-dialogs.tsx';
import { chooseOrder, compactRows, deviceOrder, setCompactRows } from '../../features/devices/list-preferences.ts';
import { deviceRoute } from '../../features/devices/routes.ts';
import { gatewayRoute, NEW_GATEWAY_ROUTE, NEW_REMOTE_ROUTE } from '../../features/gateways/routes.ts';
import { HISTORY_ROUTE } from '../../features/history/routes.ts';
import { clientRoute, NEW_ROUTE } from '../../features/mqtt/routes.ts';
import { destinationRoute, NEW_DESTINATION_ROUTE } from '../../features/notifications/routes.ts';
import { showSimulated } from '../../features/onboarding/simulated/use-simulated.ts';
import { sectionRoute } from '../../features/settings/routes.ts';
import { serviceAddress } from '../address.ts';
import { copyText } from '../copy-text.ts';
import { desktopBridge } from '../desktop.ts';
import { showDialog } from '../dialogs.ts';
import { download } from '../download.ts';
import { rawRoute } from '../guarded-location.ts';
import { PAGES } from '../pages.ts';
import { chooseTheme, THEME_CHOICES, THEME_TEXT, themeChoice } from '../theme.ts';
import { showToast } from '../toasts.tsx';
import { correctionCommands } from './correction-commands.ts';
import { dashboardCommands } from './dashboard-commands.ts';
import type { Navigate, PaletteCommand } from './rank.ts';
import { revealControl } from './reveal-control.ts';
import { ruleCommands } from './rule-commands.ts';
import { runCommands } from './run-commands.ts';
import { settingCommands } from './setting-commands.ts';

/** A snapshot: later changes do not move the rows while the user selects. */
export function allCommands(live: Live, navigate: Navigate): PaletteCommand[] {
  const records = live.devices.known.get();
  const pages = PAGES.map(
    ({ path, word, keywords }): PaletteCommand => ({
      id: `page ${path}`,
      kind: 'Page',
      title: word,
      keywords,
      run: () => navigate(path),
    }),
  );
  return [
    ...pages,
    ...actionCommands(live, navigate),
    ...settingCommands(live.status.get(), navigate),
    ...deviceCommands(records, navigate),
    ...channelCommands(records, navigate),
    ...entryCommands(live, navigate),
    ...runCommands(live, navigate),
    ...dashboardCommands(live, navigate),
    ...deviceActionCommands(live, navigate),
    ...correctionCommands(records, navigate),
  ];
}

function deviceCommands(records: readonly DeviceRecord[], navigate: Navigate): PaletteCommand[] {
  return records.map(({ key, device, gone }) => ({
    id: `device ${key}`,
    kind: 'Device',
    title: deviceName(device),
    detail: gone ? `${identityOf(device)}, disconnected` : identityOf(device),
    keywords: `${device.device.info.product} ${device.simulated ? 'simulated' : ''}`,
    run: () => navigate(deviceRoute(device)),
  }));
}

/** The serial number; the ID of a computed channel means nothing to the user. */
function identityOf({ family, serial, device }: AppDevice): string {
  return family === 'computed' ? device.info.product : serial;
}

function channelCommands(records: readonly DeviceRecord[], navigate: Navigate): PaletteCommand[] {
  // A computed channel is found as the device of the same name.
  const others = records.filter(({ device }) => device.family !== 'computed');
  return others.flatMap(({ key, device }) =>
    channelsOf(device).map(
      ({ label, description }): PaletteCommand => ({
        id: `channel ${key}/${label}`,
        kind: 'Channel',
        title: channelName(device, label),
        detail: `${deviceName(device)} · ${device.serial}`,
        keywords: `${label} ${description}`,
        run: () => navigate(deviceRoute(device)),
      }),
    ),
  );
}

function entryCommands(live: Live, navigate: Navigate): PaletteCommand[] {
  const { clients, databases, gateways, destinations } = live;
  const ofClients = clients.list.get().map(
    ({ identifier, name, host }): PaletteCommand => ({
      id: `client ${identifier}`,
      kind: 'MQTT client',
      title: name,
      detail: host,
      keywords: identifier,
      run: () => navigate(clientRoute(identifier)),
    }),
  );
  const ofDatabases = databases.list.get().map(
    ({ id, config }): PaletteCommand => ({
      id: `database ${id}`,
      kind: 'Database',
      title: config.name,
      detail: serverWords(config),
      keywords: DATABASE_KINDS[config.kind],
      run: () => navigate(databaseRoute(id)),
    }),
  );
  const ofGateways = gateways.list.get().map(
    ({ id, config }): PaletteCommand => ({
      id: `gateway ${id}`,
      kind: 'Gateway',
      title: config.name,
      detail: config.kind === 'sensgate' ? config.host : config.prefix,
      run: () => navigate(gatewayRoute(id)),
    }),
  );
  const ofDestinations = destinations.list.get().map(
    ({ id, config }): PaletteCommand => ({
      id: `destination ${id}`,
      kind: 'Destination',
      title: config.name,
      detail: targetWords(config),
      keywords: DESTINATION_KINDS[config.kind],
      run: () => navigate(destinationRoute(id)),
    }),
  );
  return [...ofClients, ...ofDatabases, ...ofGateways, ...ruleCommands(live, navigate), ...ofDestinations];
}

function action(id: string, title: string, keywords: string, run: () => void): PaletteCommand {
  return { id: `action ${id}`, kind: 'Command', title, keywords, run };
}

/** Shows a message if it fails. */
function attempt(what: string, doing: Promise<unknown>): void {
  doing.catch((error: unknown) => {
    showToast({ title: what, text: error instanceof Error ? error.message : String(error) });
  });
}

function actionCommands(live: Live, navigate: Navigate): PaletteCommand[] {
  return [
    ...chartCommands(),
    action('new-client', 'Add MQTT client', 'new broker publish', () => navigate(NEW_ROUTE)),
    action('new-database', 'Add database', 'new influxdb victoriametrics write', () => navigate(NEW_DATABASE_ROUTE)),
    action('new-sensgate', 'Add SensGate', 'new', () => navigate(NEW_GATEWAY_ROUTE)),
    action('new-remote', 'Add remote Mensura', 'new remote broker fleet', () => navigate(NEW_REMOTE_ROUTE)),
    action('new-dashboard', 'Add dashboard', 'new tiles overview wall', () => navigate(NEW_DASHBOARD_ROUTE)),
    action('import-dashboard', 'Import dashboard…', 'file upload tiles', () => {
      navigate(NEW_DASHBOARD_ROUTE);
      if (rawRoute.get() === NEW_DASHBOARD_ROUTE) revealControl('[data-command="import"]', { press: true });
    }),
    action('new-computed', 'Add computed channel', 'new formula math virtual calculate difference mean', () =>
      navigate(NEW_COMPUTED_ROUTE),
    ),
    action('new-rule', 'Add alarm rule', 'new limit watch', () => navigate(NEW_RULE_ROUTE)),
    action('new-destination', 'Add notification destination', 'new email mail webhook ntfy push heartbeat alert', () =>
      navigate(NEW_DESTINATION_ROUTE),
    ),
    action('alarm-sound', alarmSound.get() ? 'Turn off the alarm sound' : 'Turn on the alarm sound', 'beep mute', () =>
      setAlarmSound(!alarmSound.get()),
    ),
    action('export', 'Export readings…', 'save download csv excel parquet json data history', () => {
      navigate(HISTORY_ROUTE);
      if (rawRoute.get() === HISTORY_ROUTE) revealControl('[data-command="export"]', { press: true });
    }),
    action('import', 'Import readings…', 'upload add csv file history undo', () => {
      navigate(HISTORY_ROUTE);
      if (rawRoute.get() === HISTORY_ROUTE) revealControl('[data-command="import"]', { press: true });
    }),
    action('backup', 'Download backup', 'save export settings configuration', () => download(BACKUP_PATH)),
    ...listCommands(navigate),
    ...exportClientsCommand(live),
    serialPortCommand(navigate),
    simulatedCommand(live),
    action('copy-address', 'Copy API address', 'url http port', () => copyText(serviceAddress(), 'the address')),
    action('docs', 'Open API reference', 'documentation docs openapi help', () =>
      window.open('/docs', '_blank', 'noreferrer'),
    ),
    action('checks', 'Run system checks', 'permission udev dialout serial usb help', () => showDialog('checks')),
    action('diagnostics', 'Save diagnostics', 'log report support zip help', () => download('/app/v1/diagnostics')),
    action('shortcuts', 'Show keyboard shortcuts', 'keys help', () => showDialog('shortcuts')),
    ...THEME_CHOICES.filter((choice) => choice !== themeChoice.get()).map((choice) =>
      action(
        `theme-${choice}`,
        `Use ${THEME_TEXT[choice].toLocaleLowerCase()} theme`,
        'colors colours appearance mode',
        () => chooseTheme(choice),
      ),
    ),
  ];
}

function deviceActionCommands(live: Live, navigate: Navigate): PaletteCommand[] {
  const commands = live.devices.known.get().flatMap(({ key, device, gone }): (PaletteCommand | false | undefined)[] => {
    const name = deviceName(device);
    const press = (button: string): void => {
      navigate(deviceRoute(device));
      if (rawRoute.get() === deviceRoute(device)) revealControl(`[data-command="${button}"]`, { press: true });
    };
    const isComputed = device.family === 'computed';
    const ofDevice = { kind: 'Command', detail: identityOf(device) } as const;
    return [
      isComputed
        ? {
            ...ofDevice,
            id: `edit ${key}`,
            title: `Edit ${name}`,
            keywords: 'computed channel formula rename',
            run: () => navigate(editComputedRoute(device.serial)),
          }
        : {
            ...ofDevice,
            id: `rename ${key}`,
            title: `Rename ${name}`,
            keywords: 'device alias label',
            run: () => press('rename'),
          },
      {
        ...ofDevice,
        id: `group ${key}`,
        title: `Change group of ${name}`,
        keywords: 'move folder',
        run: () => {
          navigate(deviceRoute(device));
          if (rawRoute.get() === deviceRoute(device)) editGroupOf(device);
        },
      },
      {
        ...ofDevice,
        id: `favorite ${key}`,
        title: device.favorite ? `Remove ${name} from favorites` : `Add ${name} to favorites`,
        keywords: 'star pin favourite',
        run: () => changeDevice(live, device, { favorite: !device.favorite }),
      },
      gone === null &&
        !isComputed && {
          ...ofDevice,
          id: `period ${key}`,
          title: `Set sampling period of ${name}`,
          keywords: 'interval rate frequency',
          run: () => press('period'),
        },
      gone?.isKnown && {
        ...ofDevice,
        id: `forget ${key}`,
        title: `Forget ${name}…`,
        keywords: 'remove delete disconnected device',
        run: () => press('forget'),
      },
      !isComputed && {
        ...ofDevice,
        id: `copy-serial ${key}`,
        title: `Copy serial number ${device.serial}`,
        detail: name,
        run: () => copyText(device.serial, 'the serial number'),
      },
    ];
  });
  return commands.filter((command) => command !== undefined && command !== false);
}

function listCommands(navigate: Navigate): PaletteCommand[] {
  const isCompact = compactRows.get();
  const orders = DEVICE_ORDERS.filter(({ value }) => value !== deviceOrder.get().by).map(({ value, word }) =>
    action(`order-${value}`, `Sort devices: ${word.toLocaleLowerCase()}`, 'list order favorites groups', () => {
      chooseOrder(value);
      navigate('/devices');
    }),
  );
  const rows = isCompact ? 'Turn off compact rows' : 'Turn on compact rows';
  return [
    ...orders,
    action('rows', rows, 'density dense list small', () => {
      setCompactRows(!isCompact);
      navigate('/devices');
    }),
  ];
}

function chartCommands(): PaletteCommand[] {
  const charts = shownCharts.get();
  if (!charts) return [];
  const { paused, setPaused, mark, showTable, measure, copyLink, showLargeValues, saveImage, resetPanels } = charts;
  const word = paused ? 'Return charts to live' : 'Pause charts';
  return [
    action('pause', word, 'live resume hold still', () => setPaused(!paused)),
    ...controlCommand(
      'time-range',
      'Choose time range…',
      'window yesterday today last week days 7 d 30 d from to date',
    ),
    ...controlCommand('value-axis', 'Set value axis…', 'y scale limits range minimum maximum logarithmic'),
    action('marker', 'Add marker…', 'name note event flag', mark),
    action('chart-link', 'Copy link to charts', 'url address range share', copyLink),
    action(
      'measure',
      'Measure in charts',
      'cursors delta difference slope area integral statistics selection',
      measure,
    ),
    action('large-values', 'Show large values', 'full screen big figures digits', showLargeValues),
    action('image', 'Save charts as image', 'png picture screenshot download export', saveImage),
    action('table', 'Show charts as table', 'values figures text', showTable),
    action('reset-panels', 'Reset chart layout', 'panels arrange axes hidden channels order height', resetPanels),
  ];
}

/** Opens the first such control of the page, if any. */
function controlCommand(control: string, title: string, keywords: string): PaletteCommand[] {
  const selector = `[data-command="${control}"]`;
  if (!document.querySelector(`main ${selector}`)) return [];
  return [action(control, title, keywords, () => revealControl(selector, { press: true }))];
}

function exportClientsCommand({ clients }: Live): PaletteCommand[] {
  if (clients.list.get().length === 0) return [];
  return [action('export-clients', 'Export MQTT clients', 'save download broker', () => download(EXPORT_PATH))];
}

function serialPortCommand(navigate: Navigate): PaletteCommand {
  return action('serial-port', 'Add serial port…', 'new com tty', () => {
    const bridge = desktopBridge();
    if (bridge) {
      attempt('Cannot add the serial port', bridge.addSerialPort());
      return;
    }
    navigate(sectionRoute('serial-ports'));
    if (rawRoute.get() === sectionRoute('serial-ports')) revealControl('[data-field="serial_port"]');
  });
}

function simulatedCommand(live: Live): PaletteCommand {
  const isShown = live.devices.list.get().some(isSimulatedDevice);
  const word = isShown ? 'Hide simulated devices' : 'Show simulated devices';
  return action('simulated', word, 'hide demo try', () => {
    const doing = showSimulated(!isShown, live).then((error) => error && showToast({ title: error }));
    attempt(`Cannot ${isShown ? 'hide' : 'show'} simulated devices`, doing);
  });
}
