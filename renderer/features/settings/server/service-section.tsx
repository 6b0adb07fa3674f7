import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { desktopBridge } from '../../../app/desktop.ts';
import { CopyableCommand } from '../../../components/copyable-command.tsx';
import { SelectField } from '../../../components/form/field.tsx';
import { useFormField } from '../../../components/form/use-field.ts';
import { LEVEL_CHOICES } from '../../../data/log/log-text.ts';
import { DEFAULTS, type ServiceForm } from '../form/service-form.ts';
import { SERVICE_LABELS } from '../labels.ts';
import { OverrideHint, Section, SwitchSetting, TextSetting, useSettingsInfo } from '../section.tsx';
import { OriginsField } from './origins-field.tsx';

const LABEL = SERVICE_LABELS.refuse_other_users;

const CHOICES = [
  { value: 'writes', word: 'Read' },
  { value: 'everything', word: 'None' },
  { value: 'nothing', word: 'Read and change' },
] as const satisfies readonly { value: ServiceForm['refuse_other_users']; word: string }[];

const choiceWord =
  (choices: readonly { value: string; word: string }[]) =>
  (value: unknown): string =>
    choices.find((choice) => choice.value === value)?.word ?? String(value);

function OtherUsersField() {
  const { result: facts } = useSettingsInfo();
  return facts?.knows_other_users === false ? <NotAvailable /> : <Choice />;
}

function Choice() {
  return (
    <SelectField
      label={LABEL}
      {...useFormField<ServiceForm>('refuse_other_users')}
      options={CHOICES}
      hint={
        <OverrideHint name="refuse_other_users" usual="Read" wordOf={choiceWord(CHOICES)}>
          Applies to every account except yours and root. Accounts that can read can also add and delete MQTT clients
          through the API, but cannot make other changes. Accounts without access can use neither the API nor these
          pages.
        </OverrideHint>
      }
    />
  );
}

function NotAvailable() {
  return (
    <div className="form-group">
      <span className="form-label">{LABEL}</span>
      <p className="form-hint">
        Read and change. This system does not report which account opened a connection, so access cannot be limited.
      </p>
    </div>
  );
}

/** With the names that the flag and the API use. */
const LOG_LEVELS = LEVEL_CHOICES.map(({ value, word }) => ({ value, word: `${word} (${value})` }));

export function ServiceSection() {
  return (
    <Section id="service">
      <div className="form-grid">
        <TextSetting
          name="port"
          usual={String(DEFAULTS.port)}
          wordOf={(port) => (port === 0 ? 'a free port' : String(port))}
          inputMode="numeric"
        >
          Changing the port changes the API address for all programs. This page switches to the new address. The old
          address remains available until its connections are idle. 0 selects a free port at each start.
        </TextSetting>
        <SelectField
          label={SERVICE_LABELS.log_level}
          {...useFormField<ServiceForm>('log_level')}
          options={LOG_LEVELS}
          hint={
            <OverrideHint name="log_level" usual="Info and above (info)" wordOf={choiceWord(LOG_LEVELS)}>
              Minimum level written to the log. “All levels” helps to diagnose problems, but replaces older entries
              sooner.
            </OverrideHint>
          }
        />
      </div>
      <OriginsField />
      <div className="form-grid">
        <OtherUsersField />
      </div>
      <SwitchSetting name="discovery" usual="Off">
        Shows the MQTT clients of this installation to others on the network. Lists theirs when you add a gateway. Does
        not send readings.
      </SwitchSetting>
      <SwitchSetting name="metrics_readings" usual="On">
        Adds the current reading of each channel to /metrics, for Prometheus on this computer.
      </SwitchSetting>
      <DataFolder />
    </Section>
  );
}

function DataFolder() {
  const { result: facts } = useSettingsInfo();
  return (
    <div className="form-group">
      <span className="form-label">Data folder</span>
      {facts ? (
        <CopyableCommand text={facts.data_folder} what="the data folder path" />
      ) : (
        <p className="dim">Loading…</p>
      )}
      <p className="form-hint">
        Contains settings, history and log. <HowToChange />
      </p>
    </div>
  );
}

function HowToChange() {
  const bridge = desktopBridge();
  const [busy, setBusy] = useState(false);
  if (!bridge) {
    return (
      <>
        Cannot change the folder from a browser. To use another folder, start Mensura with{' '}
        <code className="mono">--data-dir PATH</code>.
      </>
    );
  }
  const choose = async (): Promise<void> => {
    setBusy(true);
    // A native dialog has reported the error.
    await bridge.chooseDataFolder().finally(() => setBusy(false));
  };
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void choose()}>
      <FolderOpen aria-hidden size={14} /> Change…
    </button>
  );
}
