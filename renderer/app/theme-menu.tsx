import { Menu } from '@base-ui/react/menu';
import { Check, SunMoon } from 'lucide-react';
import { useReadable } from '../data/react.ts';
import { chooseTheme, THEME_CHOICES, THEME_WORDS, themeChoice } from './theme.ts';

export function ThemeMenu() {
  const choice = useReadable(themeChoice);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="rail-item">
        <SunMoon aria-hidden size={18} strokeWidth={1.75} />
        <span>Theme</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="right" align="end" sideOffset={10} className="floating">
          <Menu.Popup className="popup menu">
            <Menu.RadioGroup value={choice} onValueChange={chooseTheme}>
              {THEME_CHOICES.map((value) => (
                <Menu.RadioItem key={value} value={value} closeOnClick className="menu-item">
                  <span className="menu-mark">
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {THEME_WORDS[value]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
