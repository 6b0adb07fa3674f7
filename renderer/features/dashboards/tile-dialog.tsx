import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useId, useMemo, useState } from 'react';
import {
  type ChannelRef,
  channelPath,
  MAX_TILE_CHANNELS,
  type Tile,
  type TileKind,
  tileSchema,
} from '../../../service/contract/index.ts';
import { describeFieldError } from '../../components/config-editor/field-errors.ts';
import { Field, FieldError, SelectField, TextField } from '../../components/form/field.tsx';
import { ListSearch, NoMatches } from '../../components/list-search.tsx';
import { Modal } from '../../components/modal.tsx';
import { type ChannelGroup, searchChannels } from '../../data/compare/selectable-channels.ts';
import { formatDuration, parseDurationInput } from '../../data/format/durations.ts';
import { formatNumberInput, parseNumberInput, plural } from '../../data/format/numbers.ts';
import { useDisplayUnits, useLive, useReadable } from '../../data/react.ts';
import type { DisplayUnit } from '../../data/units/display-unit.ts';
import { ChannelChoices } from '../compare/channel-choices.tsx';
import { channelsOfTile, TILE_KINDS } from './tile-kinds.ts';
import type { FindChannel } from './tiles/tile-content.tsx';

export interface TileDialogProps {
  tile: Tile;
  isNew: boolean;
  groups: readonly ChannelGroup[];
  find: FindChannel;
  onSave: (tile: Tile) => void;
  onClose: () => void;
}

/** The texts of a form; only those of the tile's kind count. */
interface TileForm {
  readonly title: string;
  readonly span: string;
  readonly min: string;
  readonly max: string;
  readonly text: string;
  readonly client: string;
  readonly channels: readonly string[];
}

type FormErrors = Partial<Record<keyof TileForm, string>>;

const LABELS = {
  title: 'Title',
  span_ms: 'Time window',
  min: 'Lower end',
  max: 'Upper end',
  text: 'Text',
  client: 'MQTT client',
  channel: 'Channel',
  channels: 'Channels',
} as const;

function formOf(tile: Tile, unit: DisplayUnit): TileForm {
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
function readForm(tile: Tile, form: TileForm, unit: DisplayUnit): { tile: Tile } | { errors: FormErrors } {
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

/** The settings of a tile. */
export function TileDialog({ tile, isNew, groups, find, onSave, onClose }: TileDialogProps) {
  const units = useDisplayUnits();
  const unitOf = (path: string | undefined): DisplayUnit => units.of((path && find(path)?.unit) || '');
  const [form, setForm] = useState(() => formOf(tile, unitOf(channelsOfTile(tile)[0])));
  const [errors, setErrors] = useState<FormErrors>({});
  const set = (change: Partial<TileForm>): void => setForm({ ...form, ...change });
  const { kind } = tile;
  const unit = unitOf(form.channels[0]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = readForm(tile, form, unit);
    if ('tile' in read) onSave(read.tile);
    else setErrors(read.errors);
  };
  const word = TILE_KINDS[kind].word.toLocaleLowerCase();
  return (
    <Modal
      onClose={onClose}
      title={isNew ? `Add tile: ${word}` : `Tile settings: ${word}`}
      className="tile-dialog"
      isQuestion
    >
      <form className="form-section" onSubmit={submit} noValidate>
        <TextField
          label={LABELS.title}
          name="title"
          value={form.title}
          hint="Leave empty for an automatic title."
          maxLength={80}
          error={errors.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        {'span_ms' in tile && (
          <TextField
            label={LABELS.span_ms}
            name="span"
            value={form.span}
            hint="Time that the line shows. 10 s to 366 d."
            error={errors.span}
            onChange={({ target }) => set({ span: target.value })}
          />
        )}
        {kind === 'gauge' && (
          <div className="form-pair">
            {(['min', 'max'] as const).map((name) => (
              <TextField
                key={name}
                label={LABELS[name]}
                name={name}
                value={form[name]}
                unit={unit.unit}
                placeholder="Automatic"
                inputMode="decimal"
                error={errors[name]}
                onChange={({ target }) => set({ [name]: target.value })}
              />
            ))}
          </div>
        )}
        {kind === 'text' && (
          <Field label={LABELS.text} hint="Web addresses become links." error={errors.text}>
            {(control) => (
              <textarea
                {...control}
                className="field"
                rows={6}
                maxLength={4000}
                value={form.text}
                onChange={({ target }) => set({ text: target.value })}
              />
            )}
          </Field>
        )}
        {kind === 'mqtt-client' && (
          <ClientField value={form.client} error={errors.client} onChange={(client) => set({ client })} />
        )}
        {('channel' in tile || 'channels' in tile) && (
          <TileChannels
            kind={kind}
            groups={groups}
            paths={form.channels}
            error={errors.channels}
            onChange={(channels) => set({ channels })}
          />
        )}
        <div className="dialog-actions">
          <Dialog.Close className="button">Cancel</Dialog.Close>
          <button type="submit" className="button primary">
            {isNew ? 'Add tile' : 'Save'}
          </button>
        </div>
      </form>
    </Modal>
  );
}

interface ClientFieldProps {
  value: string;
  error: string | undefined;
  onChange: (identifier: string) => void;
}

/** Also lists a selected client that was deleted. */
function ClientField({ value, error, onChange }: ClientFieldProps) {
  const clients = useReadable(useLive().clients.list);
  const isListed = value === '' || clients.some(({ identifier }) => identifier === value);
  return (
    <SelectField
      label={LABELS.client}
      name="client"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', word: clients.length > 0 ? 'Select an MQTT client' : 'No MQTT clients' },
        ...(isListed ? [] : [{ value, word: `${value} (deleted)` }]),
        ...clients.map(({ identifier, name }) => ({ value: identifier, word: name })),
      ]}
    />
  );
}

interface TileChannelsProps {
  kind: TileKind;
  groups: readonly ChannelGroup[];
  paths: readonly string[];
  error: string | undefined;
  onChange: (paths: readonly string[]) => void;
}

/** Fewer channels need no search. */
const SEARCHED = 8;

function TileChannels({ kind, groups, paths, error, onChange }: TileChannelsProps) {
  const [search, setSearch] = useState('');
  const radioName = useId();
  const errorId = useId();
  const found = useMemo(() => searchChannels(groups, search), [groups, search]);
  const isSingle = kind === 'value' || kind === 'gauge';
  const count = groups.reduce((sum, { channels }) => sum + channels.length, 0);
  const toggle = (ref: ChannelRef): void => {
    const path = channelPath(ref);
    if (isSingle) onChange([path]);
    else onChange(paths.includes(path) ? paths.filter((other) => other !== path) : [...paths, path]);
  };
  return (
    <section className="form-field" aria-label="Channels" aria-describedby={errorId}>
      <p className="form-label">
        {isSingle ? LABELS.channel : LABELS.channels}
        {!isSingle && (
          <span className="dim">
            : {kind === 'alarms' && paths.length === 0 ? 'all' : plural(paths.length, 'selected', 'selected')}
          </span>
        )}
      </p>
      {count > SEARCHED && (
        <ListSearch
          placeholder="Search channels"
          label="Search channels by name, device, serial number or unit"
          value={search}
          onChange={setSearch}
        />
      )}
      <div className="tile-channels">
        <ChannelChoices
          groups={found}
          paths={new Set(paths)}
          isFull={!isSingle && paths.length >= MAX_TILE_CHANNELS}
          {...(isSingle && { radioName })}
          onToggle={toggle}
        />
        {found.length === 0 &&
          (search.trim() ? (
            <NoMatches what="channels" search={search.trim()} onClear={() => setSearch('')} />
          ) : (
            <p className="list-empty">No devices connected and no readings stored</p>
          ))}
      </div>
      <FieldError id={errorId} text={error} />
    </section>
  );
}
