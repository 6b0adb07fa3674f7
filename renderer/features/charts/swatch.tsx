/** How a line looks: its colour and dash, beside its name. */
import type { SeriesStyle } from './series-styles.ts';

export function Swatch({ look: { colour, dash } }: { look: SeriesStyle }) {
  const stroke = `var(--series-${(colour % 6) + 1})`;
  return (
    <svg className="chart-swatch" width="18" height="4" aria-hidden="true">
      <line x1="0" x2="18" y1="2" y2="2" stroke={stroke} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
    </svg>
  );
}
