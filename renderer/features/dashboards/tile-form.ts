/** The form of a tile's settings: its texts, and reading them. */

import { type DisplayUnit, type Tile, tileSchema } from '../../../service/contract/index.ts';
import { describeFieldError } from '../../components/config-editor/field-errors.ts';
import { formatDuration, parseDurationInput } from '../../data/format/durations.ts';
import { formatNumberInput, parseNumberInput } from '../../data/format/numbers.ts';
import { channelsOfTile } from './tile-kinds.ts';

/** The texts of a form; only those of the tile's kind count. */
export interface TileForm {
  readonly title: string;
  readonly span: string;
  readonly min: string;
  readonly max: string;
  readonly text: string;
  readonly client: string;
  readonly channels: readonly string[];
}

export type FormErrors = Partial<Record<keyof TileForm, string>>;

export const LABELS = {
  title: 'Title',
  span_ms: 'Time window',
  min: 'Lower end',
  max: 'Upper end',
  text: 'Text',
  client: 'MQTT client',
  channel: 'Channel',
  channels: 'Channels',
} as const;

export function formOf(tile: Tile, unit: DisplayUnit): TileForm {
  const limit = (value: number | null): string => (value === null ? '' : formatNumberInput(unit.toShown(value)));
  return {
    title: tile.title,
    span: 'span_ms' in tile ? formatDuration(tile.span_ms / 1000) : '',
    min: tile.kind === 'gauge' ? limit(tile.min) : '',
    max: tile.kind === 'gauge' ? limit(tile.max) : '',
    text: tile.kind === 'text' ? tile.text : '',
    client: tile.kind === 'mqtt-client' ? tile.client : '',
    channels: channelsOfTile(tile),
  };
}

/** The tile of a form, or its errors. */
export function readForm(tile: Tile, form: TileForm, unit: DisplayUnit): { tile: Tile } | { errors: FormErrors } {
  const limit = (text: string): number | null =>
    text.trim() === '' ? null : unit.toContract(parseNumberInput(text, unit.unit));
  const [channel = ''] = form.channels;
  const changed = {
    ...tile,
    title: form.title.trim(),
    ...('span_ms' in tile && { span_ms: Math.round(parseDurationInput(form.span) * 1000) }),
    ...(tile.kind === 'gauge' && { min: limit(form.min), max: limit(form.max) }),
    ...(tile.kind === 'text' && { text: form.text }),
    ...(tile.kind === 'mqtt-client' && { client: form.client }),
    ...('channel' in tile && { channel }),
    ...('channels' in tile && { channels: [...form.channels] }),
  };
  const errors: FormErrors = {};
  if ('channel' in tile && channel === '') errors.channels = 'Select a channel.';
  if ((tile.kind === 'chart' || tile.kind === 'table') && channel === '')
    errors.channels = 'Select at least one channel.';
  if (tile.kind === 'mqtt-client' && form.client === '') errors.client = 'Select an MQTT client.';
  if ('span_ms' in changed && !(changed.span_ms >= 10_000 && changed.span_ms <= 366 * 86_400_000)) {
    errors.span = 'Enter a time from 10 s to 366 d, such as 10 min.';
  }
  if ('min' in changed && Number.isNaN(changed.min)) errors.min = 'Enter a number, or leave empty.';
  if ('max' in changed && Number.isNaN(changed.max)) errors.max = 'Enter a number, or leave empty.';
  const [left, right] = [changed.min ?? null, changed.max ?? null];
  if (left !== null && right !== null && left >= right) {
    errors.max = 'Must be above the lower end.';
  }
  if (Object.keys(errors).length > 0) return { errors };
  const checked = tileSchema.safeParse(changed);
  if (checked.success) return { tile: checked.data };
  for (const { path, message } of checked.error.issues) {
    const name = String(path[0]);
    const field = name === 'span_ms' ? 'span' : name === 'channel' ? 'channels' : name;
    errors[field as keyof TileForm] = describeFieldError(LABELS, name, message);
  }
  return { errors };
}
