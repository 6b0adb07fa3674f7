import { useState } from 'react';

/** Width of a text in digits: in Inter a separator is half as wide, a sign three quarters. */
function digitsWide(text: string): number {
  let wide = 0;
  for (const character of text) {
    if (/[.,'’\s]/.test(character)) wide += 0.44;
    else wide += /\d/.test(character) ? 1 : 0.72;
  }
  return wide;
}

/** Never shrinks, so that its neighbors do not move while it updates. */
export function ReadingText({ text, unit, className = '' }: { text: string; unit: string; className?: string }) {
  const [widest, setWidest] = useState(0);
  const wide = digitsWide(text);
  if (wide > widest) setWidest(wide);
  return (
    <span className={`reading ${className}`}>
      <span className="reading-number" style={{ minWidth: `${widest}ch` }}>
        {text}
      </span>
      <span className="unit reading-unit">{unit}</span>
    </span>
  );
}
