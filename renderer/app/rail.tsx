import { Menu } from '@base-ui/react/menu';
import { Check, SunMoon } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useReadable } from '../data/react.ts';
import { isWithin, PAGES, type Page, pageForPath } from './pages.ts';
import './rail.css';
import { chooseTheme, THEME_CHOICES, THEME_TEXT, themeChoice } from './theme.ts';

const TOP = PAGES.filter(({ bottom }) => !bottom);
const BOTTOM = PAGES.filter(({ bottom }) => bottom);

export function Rail() {
  const [location] = useLocation();
  const { path: current } = pageForPath(location);
  return (
    <nav className="rail" aria-label="Pages">
      <Logo />
      <RailPages pages={TOP} current={current} />
      <div className="rail-bottom">
        <RailPages pages={BOTTOM} current={current} />
        <ThemeMenu />
      </div>
    </nav>
  );
}

function RailPages({ pages, current }: { pages: readonly Page[]; current: string }) {
  return (
    <ul className="rail-pages">
      {pages.map((page) => (
        <li key={page.path}>
          <Link href={page.path} className="rail-item" aria-current={isWithin(current, page) ? 'page' : undefined}>
            <page.icon aria-hidden size={18} strokeWidth={1.75} />
            <span>{page.word}</span>
            {page.count && <page.count />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Logo() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot take the theme's colors
    <svg className="rail-logo" viewBox="0 0 32 32" role="img" aria-label="Mensura">
      <rect width="32" height="32" rx="7" />
      <path d="M9 21v-9.5l7 5 7-5V21" />
    </svg>
  );
}

function ThemeMenu() {
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
                  {THEME_TEXT[value]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
