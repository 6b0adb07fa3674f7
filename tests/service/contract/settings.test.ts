/** What may be set through the API, and how a patch is understood. */
import { describe, expect, test } from 'vitest';
import { displayUnitError, settingsPatchSchema, settingsSchema } from '../../../service/contract/index.ts';

describe('display units', () => {
  const choose = (display_units: Record<string, string>) => settingsPatchSchema.safeParse({ display_units });

  test('accept the conversions of the table and the unit itself', () => {
    expect(choose({ '°C': '°F', kPa: 'kPa' })).toMatchObject({
      success: true,
      data: { display_units: { '°C': '°F', kPa: 'kPa' } },
    });
  });

  test.each([
    [{ '°C': 'm' }, 'display_units.°C', '"°C" cannot be displayed as "m"; use one of °C, °F, K'],
    [{ furlong: 'm' }, 'display_units.furlong', '"furlong" has no display units'],
    [{ constructor: 'm' }, 'display_units.constructor', '"constructor" has no display units'],
  ])('refuse %j by name', (units, path, message) => {
    const [issue] = choose(units).error?.issues ?? [];
    expect(issue?.path.join('.')).toBe(path);
    expect(issue?.message).toContain(message);
  });

  test('have an error for a unit without conversions', () => {
    expect(displayUnitError('%rh', '%rh')).toContain('has no display units');
  });
});

describe('a settings patch', () => {
  test('has the given settings without defaults', () => {
    expect(settingsPatchSchema.parse({})).toEqual({});
    expect(settingsPatchSchema.parse({ history: false })).toEqual({ history: false });
  });

  test.each([
    ['csv_log_folder', '/tmp'],
    ['serial_ports', ['/dev/ttyS0']],
    ['update_feed', 'https://updates.example/'],
  ])('cannot set %s through HTTP', (key, value) => {
    expect(settingsSchema.safeParse({ [key]: value }).success).toBe(true);
    expect(settingsPatchSchema.safeParse({ [key]: value }).success).toBe(false);
  });
});
