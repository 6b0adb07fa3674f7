import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';
import { useAction } from '../../components/config-editor/use-action.ts';
import { LEVEL_CHOICES } from '../../data/log/log-text.ts';
import { useLive, useReadable, useSettingsFacts } from '../../data/react.ts';
import { patchSettings } from '../../data/settings/settings-store.ts';

export interface LogSelectProps<T extends string> {
  label: string;
  /** Otherwise the label is only for screen readers. */
  isShown?: boolean;
  /** ID of the description. */
  describedBy?: string;
  value: T;
  options: readonly { value: T; word: string }[];
  onChange: (value: T) => void;
}

export function LogSelect<T extends string>(props: LogSelectProps<T>) {
  const { label, isShown = false, describedBy, value, options, onChange } = props;
  const id = useId();
  return (
    <span className="log-select">
      <label htmlFor={id} className={isShown ? 'dim' : 'visually-hidden'}>
        {label}
      </label>
      <span className="select-input">
        <select
          id={id}
          className="field"
          aria-describedby={describedBy}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.word}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={14} />
      </span>
    </span>
  );
}

export function LoggedLevel() {
  const { settings } = useLive();
  const level = useReadable(settings.all)?.log_level;
  const facts = useSettingsFacts();
  const { run, failure } = useAction();
  const noteId = useId();
  const override = facts.result?.overridden['log_level'];
  const effective = LEVEL_CHOICES.find(({ value }) => value === facts.result?.effective['log_level'])?.word;
  const change = async (wanted: LogEntry['level']): Promise<void> => {
    const changed = await run(() => patchSettings({ log_level: wanted }));
    if (changed) settings.set(changed);
  };
  if (!level) return null;
  return (
    <div className="log-logged">
      <LogSelect
        label="Log level"
        isShown
        describedBy={noteId}
        value={level}
        options={LEVEL_CHOICES}
        onChange={(value) => void change(value)}
      />
      <span id={noteId} className={failure ? 'field-error' : 'dim'} role={failure ? 'alert' : undefined}>
        {failure?.message ||
          (override &&
            `${effective ? `In this run: ${effective}. ` : ''}Overridden by ${override}. The saved value applies the next time Mensura starts without it.`)}
      </span>
    </div>
  );
}
