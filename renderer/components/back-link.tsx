import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NARROW, useMedia } from '../app/use-media.ts';

/** To the list, in a narrow window, which shows one pane at a time. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  const narrow = useMedia(NARROW);
  return narrow && <ListLink href={href}>{children}</ListLink>;
}

/** To the list, in any window, from a page without it. */
export function ListLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="back-link">
      <ArrowLeft aria-hidden size={14} /> {children}
    </Link>
  );
}
