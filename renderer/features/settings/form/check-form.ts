import { settingsPatchSchema } from '../../../../service/contract/index.ts';
import { describeFieldError, type FormError } from '../../../components/config-editor/field-errors.ts';
import { invalidPeriod } from '../../../data/devices/labels.ts';
import { formatCount, formatPeriod } from '../../../data/format/numbers.ts';
import { patchOf, SERVICE_FORM, type ServiceForm } from './service-form.ts';

const { shape } = settingsPatchSchema;

const origin = shape.allowed_origins.unwrap().element;

const { minValue, maxValue } = shape.simulate_period.unwrap();

/** Of the simulated devices: `10 ms to 60 s`. */
export const PERIOD_RANGE = `${formatPeriod(minValue ?? 0)} to ${formatPeriod(maxValue ?? 0)}`;

/** Largest number of simulated devices of each kind. */
export const MAX_SIMULATED = shape.simulate_usb.unwrap().maxValue ?? 0;

const NO_COUNT = `Enter a whole number from 0 to ${formatCount(MAX_SIMULATED)}.`;

/** Numeric fields: path, schema and error message. */
const FIGURES = [
  ['port', shape.port, 'Enter a port from 1 to 65535, or 0 for any free port.'],
  ['simulate_usb', shape.simulate_usb, NO_COUNT],
  ['simulate_gateway', shape.simulate_gateway, NO_COUNT],
  ['simulate_period', shape.simulate_period, invalidPeriod(PERIOD_RANGE)],
] as const;

export function checkServiceForm(form: ServiceForm): FormError[] {
  const patch = patchOf(form);
  const figures = FIGURES.filter(([path, schema]) => !schema.safeParse(patch[path]).success);
  return [...figures.map(([path, , message]) => ({ path, message })), ...originErrors(patch.allowed_origins)];
}

function originErrors(origins: readonly string[]): FormError[] {
  return origins.flatMap((text, index) => {
    const path = `allowed_origins.${index}`;
    if (text === '') return { path, message: 'Enter an origin or remove this line.' };
    if (origins.indexOf(text) < index) return { path, message: 'This origin is already listed.' };
    const { error } = origin.safeParse(text);
    return error
      ? { path, message: describeFieldError(SERVICE_FORM.labels, path, error.issues[0]?.message ?? '') }
      : [];
  });
}
