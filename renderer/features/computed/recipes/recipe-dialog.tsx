import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { SelectField, TextField } from '../../../components/form/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { formatEntered, formatNumberInput, parseNumberInput } from '../../../data/format/numbers.ts';
import {
  chosenChannels,
  MAX_RECIPE_CHANNELS,
  type Recipe,
  type RecipeChannel,
  type RecipeNumber,
  recipeChoices,
  recipeInput,
} from './recipes.ts';

interface RecipeDialogProps {
  recipe: Recipe;
  channels: readonly SelectableChannel[];
  onUse: (input: ReturnType<typeof recipeInput>) => void;
  onClose: () => void;
  /** Gets the focus. */
  finalFocus: () => HTMLElement | null;
}

/** Asks for the channels and numbers of a recipe. */
export function RecipeDialog({ recipe, channels, onUse, onClose, finalFocus }: RecipeDialogProps) {
  const [paths, setPaths] = useState<readonly string[]>([]);
  const [added, setAdded] = useState(0);
  const [texts, setTexts] = useState(() => recipe.numbers.map(({ initial }) => formatNumberInput(initial)));
  const [isChecked, setChecked] = useState(false);
  const positions = positionsOf(recipe, added);
  const chosen = chosenChannels(positions, paths, channels);
  const numbers = recipe.numbers.map((number, index) => checkNumber(number, texts[index] ?? ''));
  const isComplete = chosen.every((channel) => channel !== undefined);
  const use = (event: FormEvent): void => {
    event.preventDefault();
    // The form around the dialog is not submitted.
    event.stopPropagation();
    setChecked(true);
    if (!isComplete || numbers.some(({ error }) => error !== '')) return;
    const result = recipe.create(
      chosen.filter((channel) => channel !== undefined),
      numbers.map(({ value }) => value),
    );
    onUse(recipeInput(result));
  };
  return (
    <Modal title={recipe.title} onClose={onClose} finalFocus={finalFocus}>
      <form className="recipe-form" noValidate onSubmit={use}>
        <p className="dim">{recipe.help}</p>
        {positions.map((position, index) => (
          <ChannelSelect
            // Only added at the end.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            position={position}
            choices={recipeChoices(position, index === 0 ? undefined : chosen[0], channels)}
            chosen={chosen[index]}
            onChoose={(path) => setPaths(positions.map((_, other) => (other === index ? path : (paths[other] ?? ''))))}
          />
        ))}
        {recipe.isOpen && positions.length < MAX_RECIPE_CHANNELS && (
          <div>
            <button type="button" className="button" onClick={() => setAdded(added + 1)}>
              <Plus aria-hidden size={14} /> Add channel
            </button>
          </div>
        )}
        {recipe.numbers.map(({ label, unit }, index) => (
          <TextField
            key={label}
            label={label}
            unit={unit}
            inputMode="decimal"
            value={texts[index] ?? ''}
            error={isChecked ? numbers[index]?.error : ''}
            onChange={({ target }) => setTexts(texts.with(index, target.value))}
          />
        ))}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={!isComplete}>
            Use recipe
          </button>
        </div>
      </form>
    </Modal>
  );
}

function positionsOf({ channels }: Recipe, added: number): RecipeChannel[] {
  const more = Array.from({ length: added }, (_, index) => ({ label: `Channel ${channels.length + index + 1}` }));
  return [...channels, ...more];
}

interface ChannelSelectProps {
  position: RecipeChannel;
  choices: readonly SelectableChannel[];
  chosen: SelectableChannel | undefined;
  onChoose: (path: string) => void;
}

function ChannelSelect({ position: { label, unit }, choices, chosen, onChoose }: ChannelSelectProps) {
  const none = unit === undefined ? 'No channels' : `No channel in ${unit}`;
  return (
    <SelectField
      label={label}
      value={chosen?.path ?? ''}
      disabled={choices.length === 0}
      onChange={({ target }) => onChoose(target.value)}
      options={
        choices.length === 0
          ? [{ value: '', word: none }]
          : choices.map((channel) => ({ value: channel.path, word: choiceText(channel) }))
      }
    />
  );
}

function choiceText({ ref, name, device, unit }: SelectableChannel): string {
  const what = ref.family === 'computed' ? `${name} (computed)` : `${name} · ${device} (${ref.serial})`;
  return unit ? `${what}, ${unit}` : what;
}

function checkNumber({ label, unit, min, max }: RecipeNumber, text: string): { value: number; error: string } {
  const value = parseNumberInput(text, unit);
  const error =
    value >= min && value <= max ? '' : `${label}: must be ${formatEntered(min)} to ${formatEntered(max)} ${unit}.`;
  return { value, error };
}
