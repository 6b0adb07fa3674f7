/** Events of entities, as the stream has them. */
import { type Entities, type EntityKind, entityKeys, type StreamEvent } from '../../../service/contract/index.ts';

export const RESET: StreamEvent = { name: 'reset', data: {} };

export function changed<Kind extends EntityKind>(kind: Kind, value: Entities[Kind]): StreamEvent {
  return { name: 'entity', data: { kind, key: entityKeys[kind](value), value } } as StreamEvent;
}

export function removed(kind: EntityKind, key: string, reason?: string): StreamEvent {
  return { name: 'entity', data: { kind, key, value: null, ...(reason !== undefined && { reason }) } };
}
