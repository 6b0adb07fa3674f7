import { SelectField } from '../../../components/form/select-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useFormField } from '../../../components/form/use-field.ts';
import { LEVEL_CHOICES } from '../../../data/log/log-text.ts';
import { DEFAULTS, type ServiceForm } from '../form/service-form.ts';
import { OverrideHint } from '../override-hint.tsx';
import { Section } from '../section.tsx';
import { SwitchSetting } from '../switch-setting.tsx';
import { DataFolder } from './data-folder.tsx';
import { OriginsField } from './origins-field.tsx';
import { OtherUsersField } from './other-users-field.tsx';

/** With the names that the flag and the API use. */
const LOG_LEVELS = LEVEL_CHOICES.map(({ value, word }) => ({ value, word: `${word} (${value})` }));

export function ServiceSection() {
  return (
    <Section id="service">
      <div className="form-grid">
        <TextField
          label="Port"
          inputMode="numeric"
          {...useFormField<ServiceForm>('port')}
          hint={
            <OverrideHint name="port" usual={String(DEFAULTS.port)}>
              Changing the port changes the API address for all programs. The old port stays open until its connections
              are idle; this page switches to the new one. 0 selects a free port at each start.
            </OverrideHint>
          }
        />
        <SelectField
          label="Log level"
          {...useFormField<ServiceForm>('log_level')}
          options={LOG_LEVELS}
          hint={
            <OverrideHint name="log_level" usual="Info and above (info)">
              Minimum level written to the log. “All levels” helps to diagnose problems, but fills the log within hours.
            </OverrideHint>
          }
        />
      </div>
      <OriginsField />
      <div className="form-grid">
        <OtherUsersField />
      </div>
      <SwitchSetting name="discovery" label="Discover other Mensura installations on the local network" usual="Off">
        Announces the MQTT clients of this installation on the network and lists those of others when you add a gateway.
        No readings are sent.
      </SwitchSetting>
      <DataFolder />
    </Section>
  );
}
