import * as z from 'zod';

/** Range and default of the pressure at sea level, in pascals: the default is the standard atmosphere's. */
export const SEA_LEVEL_PRESSURE_PA = { min: 50_000, max: 120_000, default: 101_325 } as const;

export const seaLevelPressureSchema = z.number().min(SEA_LEVEL_PRESSURE_PA.min).max(SEA_LEVEL_PRESSURE_PA.max);
