/** Instruments that are not there, to try things with. */
import { TextField } from '../../components/form/text-field.tsx';
import { useFormField } from '../../components/form/use-field.ts';
import { secondsText } from '../../data/format/durations.ts';
import { DEFAULTS, type ServiceForm } from './form/service-form.ts';
import { OverrideHint } from './override-hint.tsx';
import { Section } from './section.tsx';
import { SwitchSetting } from './switch-setting.tsx';

export function SimulatedSection() {
  return (
    <Section id="simulated">
      <SwitchSetting name="simulate" label="Show simulated instruments" usual="off">
        Instruments that are not there join the list, marked as simulated everywhere, to try out charts, alarms and
        programs. They come and go at once.
      </SwitchSetting>
      <div className="form-grid settings-figures">
        <TextField
          label="At USB and serial ports"
          inputMode="numeric"
          {...useFormField<ServiceForm>('simulate_usb')}
          hint={
            <OverrideHint name="simulate_usb" usual={String(DEFAULTS.simulate_usb)}>
              How many as if attached here.
            </OverrideHint>
          }
        />
        <TextField
          label="Behind gateways"
          inputMode="numeric"
          {...useFormField<ServiceForm>('simulate_gateway')}
          hint={
            <OverrideHint name="simulate_gateway" usual={String(DEFAULTS.simulate_gateway)}>
              How many as if behind a gateway.
            </OverrideHint>
          }
        />
        <TextField
          label="Sampling period"
          unit="s"
          inputMode="decimal"
          {...useFormField<ServiceForm>('simulate_period')}
          hint={
            <OverrideHint name="simulate_period" usual={`${secondsText(DEFAULTS.simulate_period)}\u00A0s`}>
              From one reading to the next.
            </OverrideHint>
          }
        />
      </div>
      <SwitchSetting name="simulate_publish" label="Store and publish them too" usual="off">
        Their readings go into the history and to MQTT brokers as if they were measured. Others cannot tell them apart
        there.
      </SwitchSetting>
    </Section>
  );
}
