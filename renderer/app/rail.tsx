import { Link, useLocation } from 'wouter';
import './rail.css';
import { PAGES, type Page, pageForPath } from './pages.ts';
import { ThemeMenu } from './theme-menu.tsx';

const TOP = PAGES.filter(({ bottom }) => !bottom);
const BOTTOM = PAGES.filter(({ bottom }) => bottom);

export function Rail() {
  const [location] = useLocation();
  const current = pageForPath(location);
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

function RailPages({ pages, current }: { pages: readonly Page[]; current: Page }) {
  return (
    <ul className="rail-pages">
      {pages.map((page) => (
        <li key={page.path}>
          <Link href={page.path} className="rail-item" aria-current={page === current ? 'page' : undefined}>
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
