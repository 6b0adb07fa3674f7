import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { FieldNotes } from '../../../components/form/field.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { TextInput } from '../../../components/form/text-field.tsx';
import type { FieldBinding } from '../../../components/form/use-field.ts';
import type { ClientForm } from '../form/client-form.ts';
import { useField, useSwitch } from './use-field.ts';

export function ReconnectFields() {
  const enabled = useWatch<ClientForm, 'reconnect.enable'>({ name: 'reconnect.enable' });
  const shortest = useField('reconnect.min_delay');
  const longest = useField('reconnect.max_delay', 'reconnect.min_delay');
  const hintId = useId();
  const errorId = useId();
  const describedBy = `${hintId} ${errorId}`;
  return (
    <fieldset className="form-group">
      <legend className="form-label">Reconnect automatically</legend>
      <div className="reconnect-line">
        <Switch
          label={<span className="visually-hidden">Reconnect automatically</span>}
          {...useSwitch('reconnect.enable')}
        />
        <Delay word="after" label="Initial delay in seconds" field={shortest} describedBy={describedBy} />
        <Delay word="up to" label="Maximum delay in seconds" field={longest} describedBy={describedBy} />
      </div>
      <FieldNotes
        hintId={hintId}
        errorId={errorId}
        error={shortest.error ?? longest.error ?? ''}
        hint={
          enabled
            ? 'Delay between attempts. Increases after each failure.'
            : 'Tries once, then stays disconnected until you retry.'
        }
      />
    </fieldset>
  );
}

interface DelayProps {
  word: string;
  label: string;
  field: FieldBinding;
  describedBy: string;
}

function Delay({ word, label, field: { error, ...input }, describedBy }: DelayProps) {
  return (
    <span className="reconnect-delay">
      <span aria-hidden>{word}</span>
      <TextInput
        {...input}
        unit="s"
        inputMode="decimal"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={error !== undefined}
      />
    </span>
  );
}
