import { TextField } from '../../components/form/field.tsx';
import { useFormField } from '../../components/form/use-field.ts';
import { secondsText } from '../../data/format/durations.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { DEFAULTS, MAX_SIMULATED, PERIOD_RANGE, SERVICE_LABELS, type ServiceForm } from './form/service-form.ts';
import { OverrideHint, Section, SwitchSetting } from './section.tsx';

export function SimulatedSection() {
  return (
    <Section id="simulated">
      <SwitchSetting name="simulate" usual="Off">
        Adds simulated devices for trying out charts, alarms and programs. The window always marks them. Takes effect
        immediately after saving.
      </SwitchSetting>
      <div className="form-grid settings-figures">
        <TextField
          label={SERVICE_LABELS.simulate_usb}
          inputMode="numeric"
          {...useFormField<ServiceForm>('simulate_usb')}
          hint={
            <OverrideHint name="simulate_usb" usual={String(DEFAULTS.simulate_usb)}>
              Number of simulated devices on USB and serial ports. 0 to {formatCount(MAX_SIMULATED)}.
            </OverrideHint>
          }
        />
        <TextField
          label={SERVICE_LABELS.simulate_gateway}
          inputMode="numeric"
          {...useFormField<ServiceForm>('simulate_gateway')}
          hint={
            <OverrideHint name="simulate_gateway" usual={String(DEFAULTS.simulate_gateway)}>
              Number of simulated devices on a simulated gateway. 0 to {formatCount(MAX_SIMULATED)}.
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
        Simulated readings are stored in the history and published to MQTT brokers. There, only the serial number, such
        as SIM00001, identifies them.
      </SwitchSetting>
    </Section>
  );
}
