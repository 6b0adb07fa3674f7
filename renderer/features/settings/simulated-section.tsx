import { secondsText } from '../../data/format/durations.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { DEFAULTS, MAX_SIMULATED, PERIOD_RANGE } from './form/service-form.ts';
import { Section, SwitchSetting, TextSetting } from './section.tsx';

export function SimulatedSection() {
  return (
    <Section id="simulated">
      <SwitchSetting name="simulate" usual="Off">
        Adds simulated devices for trying out charts, alarms and programs. The window always marks them. Takes effect
        immediately after saving.
      </SwitchSetting>
      <div className="form-grid settings-figures">
        <TextSetting name="simulate_usb" usual={String(DEFAULTS.simulate_usb)} inputMode="numeric">
          Number of simulated devices on USB and serial ports. 0 to {formatCount(MAX_SIMULATED)}.
        </TextSetting>
        <TextSetting name="simulate_gateway" usual={String(DEFAULTS.simulate_gateway)} inputMode="numeric">
          Number of simulated devices on a simulated gateway. 0 to {formatCount(MAX_SIMULATED)}.
        </TextSetting>
        <TextSetting
          name="simulate_period"
          usual={`${secondsText(DEFAULTS.simulate_period)}\u00A0s`}
          wordOf={(ms) => `${secondsText(Number(ms))}\u00A0s`}
          unit="s"
          inputMode="decimal"
        >
          Time between two samples of a device. {PERIOD_RANGE}.
        </TextSetting>
      </div>
      <SwitchSetting name="simulate_publish" usual="Off">
        Simulated readings are stored in the history and published to MQTT brokers. There, only the serial number, such
        as SIM00001, identifies them.
      </SwitchSetting>
    </Section>
  );
}
