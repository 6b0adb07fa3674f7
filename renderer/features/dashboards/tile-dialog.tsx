import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DisplayUnit, Tile } from '../../../service/contract/index.ts';
import { Field, SelectField, TextField } from '../../components/form/field.tsx';
import { Modal, type ModalProps } from '../../components/modal.tsx';
import type { ChannelGroup } from '../../data/compare/selectable-channels.ts';
import { useDisplayUnits, useLive, useReadable } from '../../data/react.ts';
import { TileChannels } from './tile-channels.tsx';
import { type FormErrors, formOf, LABELS, readForm, type TileForm } from './tile-form.ts';
import { channelsOfTile, TILE_KINDS } from './tile-kinds.ts';
import type { FindChannel } from './tiles/tile-content.tsx';

export interface TileDialogProps extends Pick<ModalProps, 'finalFocus'> {
  tile: Tile;
  isNew: boolean;
  groups: readonly ChannelGroup[];
  find: FindChannel;
  onSave: (tile: Tile) => void;
  onClose: () => void;
}

/** The settings of a tile. */
export function TileDialog({ tile, isNew, groups, find, finalFocus, onSave, onClose }: TileDialogProps) {
  const units = useDisplayUnits();
  const unitOf = (path: string | undefined): DisplayUnit => units.of((path && find(path)?.unit) || '');
  const [form, setForm] = useState(() => formOf(tile, unitOf(channelsOfTile(tile)[0])));
  const [errors, setErrors] = useState<FormErrors>({});
  const set = (change: Partial<TileForm>): void => setForm({ ...form, ...change });
  const { kind } = tile;
  const unit = unitOf(form.channels[0]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const element = event.currentTarget;
    const read = readForm(tile, form, unit);
    if ('tile' in read) return onSave(read.tile);
    flushSync(() => setErrors(read.errors));
    element.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
  };
  const { word } = TILE_KINDS[kind];
  return (
    <Modal
      onClose={onClose}
      title={isNew ? `Add tile: ${word}` : `Tile settings: ${word}`}
      className="tile-dialog"
      finalFocus={finalFocus}
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
            find={find}
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
