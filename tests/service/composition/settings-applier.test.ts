import { expect, test } from 'vitest';
import { createSettingsApplier } from '../../../service/composition/settings-applier.ts';
import { settingsSchema } from '../../../service/contract/index.ts';

test('another pressure at sea level is reported, once, and no other change', async () => {
  const calls: string[] = [];
  const apply = createSettingsApplier({
    options: { overridden: {}, simulate: undefined, simulatePeriodMs: 1000 },
    simulated: { change: async () => void calls.push('simulated') },
    discovery: { change: async () => void calls.push('discovery') },
    setLogLevel: (level) => calls.push(level),
    reportSeaLevelPressure: () => calls.push('pressure'),
  });
  const settings = settingsSchema.parse({});
  await apply(settings, { ...settings, sea_level_pressure_pa: 99_000 });
  expect(calls).toEqual(['pressure']);
  await apply(settings, { ...settings, history_raw_days: 3, log_level: 'debug' });
  expect(calls).toEqual(['pressure', 'debug']);
});
