/** The navigation rail: one link per page, and the theme. */
import { Link, useLocation } from 'wouter';
import './rail.css';
import { PAGES, pageOf } from './pages.ts';
import { ThemeMenu } from './theme-menu.tsx';

export function Rail() {
  const [location] = useLocation();
  const current = pageOf(location);
  return (
    <nav className="rail" aria-label="Pages">
      <Logo />
      <ul className="rail-pages">
        {PAGES.map((page) => (
          <li key={page.path}>
            <Link href={page.path} className="rail-item" aria-current={page === current ? 'page' : undefined}>
              <page.icon aria-hidden size={18} strokeWidth={1.75} />
              <span>{page.word}</span>
              {page.count && <page.count />}
            </Link>
          </li>
        ))}
      </ul>
      <ThemeMenu />
    </nav>
  );
}

function Logo() {
  return (
    <svg className="rail-logo" viewBox="0 0 32 32" role="img" aria-label="Mensura">
      <rect width="32" height="32" rx="7" />
      <path d="M9 21v-9.5l7 5 7-5V21" />
    </svg>
  );
}
