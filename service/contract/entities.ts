/** The entities of the event stream: everything with a current state that the window and other programs follow. */
import * as z from 'zod';
import { type AlarmRule, alarmRuleSchema } from './alarm-rules.ts';
import { type Alarm, alarmSchema } from './alarms.ts';
import { type AppDevice, appDeviceSchema, type Problem, problemSchema, type ReadingsEvent } from './app.ts';
import { type ComputedChannel, computedChannelSchema } from './computed.ts';
import { type ChannelCorrection, channelCorrectionSchema } from './corrections.ts';
import { type Dashboard, dashboardSchema } from './dashboards.ts';
import { type DatabaseView, databaseViewSchema } from './database-app.ts';
import { type DestinationView, destinationViewSchema } from './destination-app.ts';
import { deviceKey } from './device-key.ts';
import { type GatewayView, gatewayViewSchema } from './gateway.ts';
import { channelPath, type Marker, markerSchema } from './history.ts';
import { type MqttClientView, mqttClientViewSchema } from './mqtt-app.ts';
import { type RunPlan, runPlanSchema } from './run-plans.ts';
import { type Run, runSchema } from './runs.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** The kinds of entities, each with the type of its value. */
export interface Entities {
  /** Connected. */
  device: AppDevice;
  /** Connected before. */
  'disconnected-device': AppDevice;
  problem: Problem;
  'mqtt-client': MqttClientView;
  gateway: GatewayView;
  database: DatabaseView;
  destination: DestinationView;
  'alarm-rule': AlarmRule;
  alarm: Alarm;
  marker: Marker;
  run: Run;
  'run-plan': RunPlan;
  dashboard: Dashboard;
  correction: ChannelCorrection;
  'computed-channel': ComputedChannel;
  settings: Settings;
}
export type EntityKind = keyof Entities;

export const entitySchemas: { readonly [Kind in EntityKind]: z.ZodType<Entities[Kind]> } = {
  device: appDeviceSchema,
  'disconnected-device': appDeviceSchema,
  problem: problemSchema,
  'mqtt-client': mqttClientViewSchema,
  gateway: gatewayViewSchema,
  database: databaseViewSchema,
  destination: destinationViewSchema,
  'alarm-rule': alarmRuleSchema,
  alarm: alarmSchema,
  marker: markerSchema,
  run: runSchema,
  'run-plan': runPlanSchema,
  dashboard: dashboardSchema,
  correction: channelCorrectionSchema,
  'computed-channel': computedChannelSchema,
  settings: settingsSchema,
};

/** The key of an entity among those of its kind. */
export const entityKeys: { readonly [Kind in EntityKind]: (value: Entities[Kind]) => string } = {
  device: deviceKey,
  'disconnected-device': deviceKey,
  problem: ({ code, subject }) => `${code} ${subject}`,
  'mqtt-client': ({ identifier }) => identifier,
  gateway: ({ id }) => id,
  database: ({ id }) => id,
  destination: ({ id }) => id,
  'alarm-rule': ({ id }) => id,
  alarm: ({ id }) => id,
  marker: ({ id }) => String(id),
  run: ({ id }) => String(id),
  'run-plan': ({ id }) => id,
  dashboard: ({ id }) => id,
  correction: channelPath,
  'computed-channel': ({ id }) => id,
  settings: () => '',
};

/** An entity that was added, changed or removed; `value` is null after its removal. */
export interface EntityChange<Kind extends EntityKind> {
  key: string;
  value: Entities[Kind] | null;
}

export interface EntityEventOf<Kind extends EntityKind> extends EntityChange<Kind> {
  kind: Kind;
  reason?: string;
}
export type EntityEvent = { [Kind in EntityKind]: EntityEventOf<Kind> }[EntityKind];

export const entityEventSchema = z
  .union(
    Object.entries(entitySchemas).map(([kind, schema]) =>
      z.strictObject({
        kind: z.literal(kind),
        key: z.string().meta({ description: 'Identifies the entity among those of its kind.' }),
        value: z.nullable(schema).meta({ description: 'All of it; null after its removal.' }),
        reason: z.string().optional().meta({ description: 'Why a device disconnected.' }),
      }),
    ),
  )
  .meta({ id: 'EntityEvent' });

/** The events of `GET /app/v1/events` by name, with the type of their data. */
export interface StreamEvents {
  entity: EntityEvent;
  readings: ReadingsEvent;
  /** The end of the initial state. */
  ready: Record<string, never>;
  /** The stream could not be resumed: discard all state; it follows as on a new connection. */
  reset: Record<string, never>;
}

export type StreamEvent = {
  [Name in keyof StreamEvents]: { name: Name; data: StreamEvents[Name] };
}[keyof StreamEvents];
