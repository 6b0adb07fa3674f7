import { describe, expect, test } from 'vitest';
import type { SelectableChannel } from '../../../renderer/data/compare/selectable-channels.ts';
import { chosenChannels, RECIPES, recipeInput } from '../../../renderer/features/computed/recipes/recipes.ts';
import { computedInputSchema } from '../../../service/contract/index.ts';

function channel(serial: string, label: string, unit: string, device: string): SelectableChannel {
  const path = `usb/${serial}/${label}`;
  const ref = { family: 'usb', serial, channel: label } as const;
  return { path, ref, name: label, device, unit, simulated: false, attached: true };
}

const ALL = ['E1', 'E2'].flatMap((serial) => [
  channel(serial, 'atmospheric_pressure', 'kPa', `Room ${serial}`),
  channel(serial, 'temperature', '°C', `Room ${serial}`),
  channel(serial, 'relative_humidity', '%rh', `Room ${serial}`),
]);

function made(id: string, first: string, numbers: number[] = []) {
  const recipe = RECIPES.find((one) => one.id === id);
  if (!recipe) throw new Error(`No recipe ${id}.`);
  const chosen = chosenChannels(recipe.channels, [first], ALL).filter((one) => one !== undefined);
  return recipeInput(recipe.create(chosen, numbers));
}

describe('recipes', () => {
  test.each([
    ['difference', [], '[usb/E2/temperature] - [usb/E1/temperature]', 'K'],
    ['mean', [], 'mean([usb/E2/temperature], [usb/E1/temperature])', '°C'],
    ['degree-hours', [25.5], 'degree_hours([usb/E2/temperature], 25.5)', '°C·h'],
    ['mean-kinetic', [30], 'mkt([usb/E2/temperature], 30 * day)', '°C'],
    ['absolute-humidity', [], 'absolute_humidity([usb/E2/temperature], [usb/E2/relative_humidity])', 'g/m³'],
    ['pressure-deficit', [], 'vapour_pressure_deficit([usb/E2/temperature], [usb/E2/relative_humidity])', 'kPa'],
  ])('write the formula and the unit: %s', (id, numbers, formula, unit) => {
    expect(made(id, 'usb/E2/temperature', numbers)).toMatchObject({ formula, unit });
  });

  test('take the other channels from the device of the first', () => {
    expect(made('sea-level-pressure', 'usb/E2/atmospheric_pressure', [120])).toEqual({
      name: 'Sea-level pressure Room E2',
      unit: 'kPa',
      decimals: 3,
      formula: 'sea_level_pressure([usb/E2/atmospheric_pressure], 120, [usb/E2/temperature])',
    });
  });

  test('give valid input, however long the names are', () => {
    const long = channel('E1', 'temperature', '°C', 'x'.repeat(100));
    for (const recipe of RECIPES) {
      const numbers = recipe.numbers.map(({ initial }) => initial);
      const input = recipeInput(
        recipe.create(
          recipe.channels.map(() => long),
          numbers,
        ),
      );
      expect(computedInputSchema.safeParse(input).error, recipe.id).toBeUndefined();
    }
  });

  test('offer nothing without a channel of the unit', () => {
    const recipe = RECIPES.find(({ id }) => id === 'absolute-humidity');
    expect(chosenChannels(recipe?.channels ?? [], [], ALL.slice(0, 2))).toEqual([ALL[1], undefined]);
  });
});
