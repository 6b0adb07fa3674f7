/** The entities of the event stream: where their current values and changes come from. */
import {
  type Entities,
  type EntityChange,
  type EntityEvent,
  type EntityKind,
  entityKeys,
} from '../../contract/index.ts';
import { deviceKey } from '../../devices/types.ts';
import type { HttpOptions } from '../options.ts';
import { DeviceSource, disconnectedView } from './device-source.ts';
import { encodeBody } from './stream-event.ts';
import type { EntitySource } from './stream-publisher.ts';

/** In the order of the initial state. */
export function entitySources(
  options: Pick<
    HttpOptions,
    | 'registry'
    | 'known'
    | 'devices'
    | 'settings'
    | 'mqtt'
    | 'gateways'
    | 'databases'
    | 'alarms'
    | 'destinations'
    | 'dashboards'
    | 'corrections'
    | 'computed'
    | 'history'
    | 'runs'
    | 'runPlans'
  >,
): EntitySource[] {
  const { registry, known, devices, settings, mqtt, gateways, databases, alarms, dashboards } = options;
  const { destinations, corrections, computed, history, runs, runPlans } = options;
  return [
    new DeviceSource(options),
    source(
      'disconnected-device',
      () => known.list().map((device) => disconnectedView(options, device)),
      (report) => [
        known.events.on('changed', (key) => {
          const device = known.get(key);
          report({ key: deviceKey(key), value: device ? disconnectedView(options, device) : null });
        }),
        devices.events.on('changed', (key) => {
          const device = known.get(key);
          if (device) report({ key: deviceKey(key), value: disconnectedView(options, device) });
        }),
      ],
    ),
    source(
      'problem',
      () => registry.problems(),
      (report) => [
        registry.events.on('problem', (problem) => report({ key: entityKeys.problem(problem), value: problem })),
        registry.events.on('cleared', (problem) => report({ key: entityKeys.problem(problem), value: null })),
      ],
    ),
    source(
      'mqtt-client',
      () => mqtt.list().clients,
      (report) => [mqtt.events.on('changed', report)],
    ),
    source(
      'gateway',
      () => gateways.list().gateways,
      (report) => [gateways.events.on('changed', report)],
    ),
    source(
      'database',
      () => databases.list().databases,
      (report) => [databases.events.on('changed', report)],
    ),
    source(
      'alarm-rule',
      () => alarms.list().rules,
      (report) => [alarms.events.on('rule', report)],
    ),
    source(
      'alarm',
      () => alarms.list().alarms.toReversed(),
      (report) => [alarms.events.on('alarm', report)],
    ),
    source(
      'destination',
      () => destinations.list().destinations,
      (report) => [destinations.events.on('changed', report)],
    ),
    // There may be any number of markers: readers request those of a range.
    source(
      'marker',
      () => [],
      (report) => [history.events.on('marker', report)],
    ),
    // Readers request finished runs.
    source(
      'run',
      () => runs.active(),
      (report) => [runs.events.on('changed', report)],
    ),
    source(
      'run-plan',
      () => runPlans.list(),
      (report) => [runPlans.events.on('changed', report)],
    ),
    source(
      'dashboard',
      () => dashboards.list(),
      (report) => [dashboards.events.on('changed', report)],
    ),
    source(
      'correction',
      () => corrections.list(),
      (report) => [corrections.events.on('changed', report)],
    ),
    source(
      'computed-channel',
      () => computed.list(),
      (report) => [computed.events.on('changed', report)],
    ),
    source(
      'settings',
      () => [settings.get()],
      (report) => [settings.events.on('changed', (value) => report({ key: '', value }))],
    ),
  ];
}

/** @param subscribe returns functions that unsubscribe */
function source<Kind extends EntityKind>(
  kind: Kind,
  list: () => readonly Entities[Kind][],
  subscribe: (report: (change: EntityChange<Kind>) => void) => (() => void)[],
): EntitySource {
  const eventOf = (change: EntityChange<Kind>): EntityEvent => ({ kind, ...change }) as EntityEvent;
  return {
    // One at a time: a reader that takes nothing must not hold the texts of all.
    *list() {
      for (const value of list()) yield encodeBody('entity', eventOf({ key: entityKeys[kind](value), value }));
    },
    subscribe: (report) => subscribe((change) => report(() => eventOf(change))),
  };
}
