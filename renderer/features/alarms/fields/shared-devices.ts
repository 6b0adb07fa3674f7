/** Choices of several devices for a rule: all of a family, or of a group of it. */
import { type AppDevice, type Family, fieldAt, formatRuleDevices } from '../../../../service/contract/index.ts';
import { choicesOf, type SelectFieldProps } from '../../../components/form/field.tsx';
import { RULE_FIELDS } from '../editor/rule-form.ts';

export interface SharedDevices {
  family: Family;
  /** Empty: all. */
  group: string;
}

/** No path and no device key starts with a plus sign. */
const PREFIX = '+all/';

/** Computed channels have no common channel. */
const FAMILIES = choicesOf(fieldAt(RULE_FIELDS, 'family')).filter(({ value }) => value !== 'computed');

const collator = new Intl.Collator(undefined, { numeric: true });

/** Whether a device is one of them. */
export function isShared(device: Pick<AppDevice, 'family' | 'group'>, { family, group }: SharedDevices): boolean {
  return device.family === family && (group === '' || device.group === group);
}

export function sharedValue({ family, group }: SharedDevices): string {
  return `${PREFIX}${family}/${group}`;
}

/** The reverse of `sharedValue`; undefined for another text. */
export function parseShared(value: string): SharedDevices | undefined {
  const family = FAMILIES.find((one) => value.startsWith(`${PREFIX}${one.value}/`))?.value as Family | undefined;
  return family && { family, group: value.slice(PREFIX.length + family.length + 1) };
}

/**
 * All devices of each connection, then its groups.
 * @param chosen is listed also without devices; null for none
 */
export function sharedOptions(
  devices: readonly AppDevice[],
  chosen: SharedDevices | null,
): SelectFieldProps['options'] {
  const present = FAMILIES.filter(
    ({ value }) => value === chosen?.family || devices.some(({ family }) => family === value),
  );
  return present.flatMap(({ value }) => {
    const family = value as Family;
    const named = devices.flatMap((device) => (device.family === family && device.group ? [device.group] : []));
    const groups = new Set([...named, ...(chosen?.family === family && chosen.group ? [chosen.group] : [])]);
    return ['', ...[...groups].toSorted(collator.compare)].map((group) => ({
      value: sharedValue({ family, group }),
      word: formatRuleDevices({ family, serial: null, group }),
    }));
  });
}
