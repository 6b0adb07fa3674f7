export { type DisplayUnit, displayUnit } from './display-unit.ts';
export { DisplayUnits, type UnitChoices } from './display-units.ts';
export { useDisplayUnits } from './use-display-units.ts';
