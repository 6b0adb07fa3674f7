import { TextField } from '../../components/form/text-field.tsx';
import { useFormField } from '../../components/form/use-field.ts';
import { secondsText } from '../../data/format/durations.ts';
import { PERIOD_RANGE } from './form/check-form.ts';
import { DEFAULTS, SERVICE_LABELS, type ServiceForm } from './form/service-form.ts';
import { OverrideHint } from './override-hint.tsx';
import { Section } from './section.tsx';
import { SwitchSetting } from './switch-setting.tsx';

export function SimulatedSection() {
  return (
    <Section id="simulated">
      <SwitchSetting name="simulate" usual="Off">
        Adds generated devices, always marked as simulated, for trying out charts, alarms and programs. Takes effect
        immediately after saving.
      </SwitchSetting>
      <div className="form-grid settings-figures">
        <TextField
          label={SERVICE_LABELS.simulate_usb}
          inputMode="numeric"
          {...useFormField<ServiceForm>('simulate_usb')}
          hint={
            <OverrideHint name="simulate_usb" usual={String(DEFAULTS.simulate_usb)}>
              Number of simulated USB and serial devices.
            </OverrideHint>
          }
        />
        <TextField
          label={SERVICE_LABELS.simulate_gateway}
          inputMode="numeric"
          {...useFormField<ServiceForm>('simulate_gateway')}
          hint={
            <OverrideHint name="simulate_gateway" usual={String(DEFAULTS.simulate_gateway)}>
              Number of simulated devices on a gateway.
            </OverrideHint>
          }
        />
        <TextField
          label={SERVICE_LABELS.simulate_period}
          unit="s"
          inputMode="decimal"
          {...useFormField<ServiceForm>('simulate_period')}
          hint={
            <OverrideHint name="simulate_period" usual={`${secondsText(DEFAULTS.simulate_period)}\u00A0s`}>
              Time between two samples of a device. {PERIOD_RANGE}.
            </OverrideHint>
          }
        />
      </div>
      <SwitchSetting name="simulate_publish" usual="Off">
        Simulated readings are stored in the history and published to MQTT brokers. Only the serial number of the
        device, such as SIM00001, marks them as simulated.
      </SwitchSetting>
    </Section>
  );
}
