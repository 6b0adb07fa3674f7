/** Messages from the hub to each window. */
import type {
  Alarm,
  AlarmRule,
  AppDevice,
  AppStatus,
  GatewayView,
  MqttClientView,
  Problem,
  Settings,
  StreamEvents,
} from '../../../service/contract/index.ts';

export type StreamEvent = {
  [Name in keyof StreamEvents]: { name: Name; data: StreamEvents[Name] };
}[keyof StreamEvents];

/** Times are milliseconds since 1970. */
export type Connection =
  | { state: 'connecting' }
  | { state: 'live'; since: number }
  | { state: 'unreachable'; since: number; cause: string };

/** Initial state for a new window. */
export interface Snapshot {
  connection: Connection;
  devices: AppDevice[];
  problems: Problem[];
  clients: MqttClientView[];
  gateways: GatewayView[];
  alarms: Alarm[];
  rules: AlarmRule[];
  /** Null while unknown. */
  settings: Settings | null;
  status: AppStatus | null;
}

export type ToWindow =
  | { kind: 'snapshot'; snapshot: Snapshot }
  | { kind: 'events'; events: StreamEvent[] }
  | { kind: 'connection'; connection: Connection }
  | { kind: 'status'; status: AppStatus | null };

export type FromWindow =
  /** `lock` is a Web Lock that the window holds while it exists. */
  | { kind: 'hello'; lock: string }
  /** Retry now. */
  | { kind: 'retry' };
