/** A value and its unit. */
import { useState } from 'react';

/** The room a text needs, in digits: in Inter a separator is not half as wide as a digit, a sign three quarters. */
function digitsWide(text: string): number {
  let wide = 0;
  for (const character of text) {
    if (/[.,'’\s]/.test(character)) wide += 0.44;
    else wide += /\d/.test(character) ? 1 : 0.72;
  }
  return wide;
}

export interface ReadingProps {
  text: string;
  unit: string;
  className?: string;
}

/** Never narrower than it has been, so that what stands beside it does not jump while it updates. */
export function ReadingText({ text, unit, className = '' }: ReadingProps) {
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
