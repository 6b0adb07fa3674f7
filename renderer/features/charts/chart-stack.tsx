import 'uplot/dist/uPlot.min.css';
import './chart-stack.css';
import { Play } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ChartPanel } from './chart-panel.tsx';
import { ChartSummary } from './chart-summary.tsx';
import { ChartEngine, type EngineSettings } from './engine/chart-engine.ts';
import { panelsOf } from './panels.ts';
import type { ChartStackProps } from './types.ts';

const KEYS_HELP =
  'Left and right arrow move in time, with Shift further. Plus and minus zoom. Space pauses and goes on. Home or Escape returns to the newest reading.';

/** Charts of channels: a panel for each unit with one time axis, and an overview of all that is remembered. */
export function ChartStack(props: ChartStackProps) {
  const { channels, store, span, paused, onPausedChange, formatValue, now } = props;
  const panels = useMemo(() => panelsOf(channels), [channels]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const root = useRef<HTMLDivElement>(null);
  const engine = useRef<ChartEngine>(undefined);
  const help = useId();
  const settings: EngineSettings = useMemo(
    () => ({ span, paused, hidden, formatValue, onPausedChange }),
    [span, paused, hidden, formatValue, onPausedChange],
  );
  const present = useRef(settings);

  // Before the engine is made: what it begins with has to be what is shown.
  useEffect(() => {
    present.current = settings;
    engine.current?.set(settings);
  }, [settings]);

  useEffect(() => {
    if (!root.current) return undefined;
    const started = new ChartEngine({ root: root.current, store, panels, now, settings: present.current });
    engine.current = started;
    // Nothing can be drawn then: thrown while rendering, it reaches the page's error boundary.
    started.start().catch((error: unknown) =>
      setHidden(() => {
        throw error;
      }),
    );
    return () => {
      engine.current = undefined;
      started.stop();
    };
  }, [store, panels, now]);

  const toggle = (key: string): void => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };

  return (
    <div className="chart-stack" data-paused={paused || undefined} ref={root}>
      {/* An application: its keys are its own, and a screen reader has to pass them on. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="chart-region" role="application" aria-label="Live charts" aria-describedby={help} tabIndex={0}>
        {panels.map((panel) => (
          <ChartPanel key={panel.channels[0]?.key} panel={panel} hidden={hidden} onToggle={toggle} />
        ))}
      </div>
      {paused && (
        <button type="button" className="chart-live" onClick={() => onPausedChange(false)}>
          <Play size={12} aria-hidden="true" />
          Back to live
        </button>
      )}
      <div className="chart-overview">
        <div className="chart-overview-plot">
          <div
            className="chart-overview-window"
            // An input cannot be a window of a changing width.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="slider"
            aria-label="Time shown"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={100}
            tabIndex={0}
          />
        </div>
      </div>
      <p id={help} className="visually-hidden">
        {KEYS_HELP}
      </p>
      <ChartSummary channels={panels.flatMap((panel) => panel.channels)} />
    </div>
  );
}
