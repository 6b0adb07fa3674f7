import { SEA_LEVEL_PRESSURE_PA } from '../../../service/contract/index.ts';
import { useDisplayUnits } from '../../data/react.ts';
import { formatPressureInput } from '../../data/units/pressure-input.ts';
import { Section, TextSetting } from './section.tsx';

export function AltitudeSection() {
  const usual = formatPressureInput(SEA_LEVEL_PRESSURE_PA.default, useDisplayUnits().of('kPa'));
  return (
    <Section id="altitude">
      <div className="form-grid">
        <TextSetting name="sea_level_pressure_pa" usual={usual} inputMode="text">
          Altitudes are computed above this pressure, for devices without their own. Enter it with any pressure unit.
        </TextSetting>
      </div>
    </Section>
  );
}
