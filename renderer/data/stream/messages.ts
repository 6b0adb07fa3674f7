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

/** One event of `/app/v1/events`. */
export type StreamEvent = {
  [Name in keyof StreamEvents]: { name: Name; data: StreamEvents[Name] };
}[keyof StreamEvents];

/** How things stand with the service. Times are milliseconds since 1970. */
export type Connection =
  | { state: 'connecting' }
  | { state: 'live'; since: number }
  | { state: 'unreachable'; since: number; cause: string };

/** Everything a window that joins later needs to know at once. */
export interface Snapshot {
  connection: Connection;
  devices: AppDevice[];
  problems: Problem[];
  clients: MqttClientView[];
  gateways: GatewayView[];
  alarms: Alarm[];
  rules: AlarmRule[];
  /** Null while they are not known. */
  settings: Settings | null;
  status: AppStatus | null;
}

export type ToWindow =
  | { kind: 'snapshot'; snapshot: Snapshot }
  | { kind: 'events'; events: StreamEvent[] }
  | { kind: 'connection'; connection: Connection }
  | { kind: 'status'; status: AppStatus | null };

export type FromWindow =
  /** `lock` names a Web Lock that the window holds as long as it lives. */
  | { kind: 'hello'; lock: string }
  /** Try to reach the service now instead of when it is due. */
  | { kind: 'retry' };
