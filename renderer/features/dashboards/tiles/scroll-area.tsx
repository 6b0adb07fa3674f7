import type { ReactNode } from 'react';

interface ScrollAreaProps {
  className: string;
  label: string;
  children: ReactNode;
}

/** The content of a tile, which may scroll: the keyboard must reach it. No landmark, as two tiles may have one name. */
export function ScrollArea({ className, label, children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
