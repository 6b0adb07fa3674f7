import type { Settings } from '../../../service/contract/index.ts';
import { getOwn } from '../get-own.ts';
import { type DisplayUnit, displayUnit } from './display-unit.ts';

/** Chosen unit by contract unit. */
export type UnitChoices = Settings['display_units'];

/** A new object for each change of the choices. */
export class DisplayUnits {
  readonly #choices: UnitChoices;
  readonly #made = new Map<string, DisplayUnit>();

  constructor(choices: UnitChoices = {}) {
    this.#choices = choices;
  }

  /** The same object each time. */
  of(unit: string): DisplayUnit {
    let made = this.#made.get(unit);
    if (!made) {
      made = displayUnit(unit, getOwn(this.#choices, unit));
      this.#made.set(unit, made);
    }
    return made;
  }
}
