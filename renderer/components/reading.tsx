/** A value and its unit. */
import { useState } from 'react';

/** The room a text needs, in digits: separators are about half as wide as a digit. */
function digitsWide(text: string): number {
  let wide = 0;
  for (const character of text) wide += /[.,'’\s]/.test(character) ? 0.55 : 1;
  return wide;
}

export interface ReadingProps {
  text: string;
  unit: string;
  className?: string;
}

/** Never narrower than it has been, so that what stands beside it does not jump while it updates. */
export function Reading({ text, unit, className = '' }: ReadingProps) {
  const [widest, setWidest] = useState(0);
  const wide = digitsWide(text);
  if (wide > widest) setWidest(wide);
  return (
    <span className={`reading ${className}`}>
      <span className="reading-number" style={{ minWidth: `${widest}ch` }}>
        {text}
      </span>
      <span className="reading-unit">{unit}</span>
    </span>
  );
}
