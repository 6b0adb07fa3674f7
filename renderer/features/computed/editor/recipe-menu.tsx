import { Menu } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { formatNumberInput } from '../../../data/format/numbers.ts';
import { RecipeDialog } from '../recipes/recipe-dialog.tsx';
import { RECIPES, type Recipe } from '../recipes/recipes.ts';
import type { ComputedForm } from './computed-form.ts';

/** Fills the form from a ready formula. */
export function RecipeMenu({ channels }: { channels: readonly SelectableChannel[] }) {
  const [recipe, setRecipe] = useState<Recipe>();
  const trigger = useRef<HTMLButtonElement>(null);
  const isOpening = useRef(false);
  const { setValue } = useFormContext<ComputedForm>();
  return (
    <>
      <Menu.Root modal={false} onOpenChange={(isOpen) => isOpen && (isOpening.current = false)}>
        <Menu.Trigger ref={trigger} className="button recipe-button" data-command="recipe">
          Recipes <ChevronDown aria-hidden size={14} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side="bottom" align="end" sideOffset={4} className="floating">
            {/* The dialog takes the focus when it opens. */}
            <Menu.Popup className="popup menu" finalFocus={() => !isOpening.current}>
              {RECIPES.map((one) => (
                <Menu.Item
                  key={one.id}
                  className="menu-item"
                  onClick={() => {
                    isOpening.current = true;
                    setRecipe(one);
                  }}
                >
                  {one.title}…
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {recipe && (
        <RecipeDialog
          recipe={recipe}
          channels={channels}
          finalFocus={() => trigger.current}
          onClose={() => setRecipe(undefined)}
          onUse={({ name, unit, decimals, formula }) => {
            const change = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
            setValue('name', name, change);
            setValue('unit', unit, change);
            setValue('decimals', formatNumberInput(decimals), change);
            setValue('formula', formula, change);
            setRecipe(undefined);
          }}
        />
      )}
    </>
  );
}
