import { Crosshair } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type ChannelRef, type DisplayUnit, deviceKey, displayUnit } from '../../../service/contract/index.ts';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import {
  type LiveStatistics,
  type Settling,
  WINDOWS_S,
  type WindowSeconds,
} from '../../data/corrections/live-statistics.ts';
import { sinceSwitched } from '../../data/corrections/switched.ts';
import type { BadgeTone } from '../../data/devices/labels.ts';
import { NO_VALUE, plural } from '../../data/format/numbers.ts';
import { readPreference, writePreference } from '../../data/preferences.ts';
import { useDevice } from '../../data/react.ts';
import type { CorrectionForm } from './correction-form.ts';
import { useLiveStatistics } from './use-live-statistics.ts';
import { useCorrection } from './use-target.ts';

const PREFERENCE = 'correction-window';

const DEFAULT_WINDOW: WindowSeconds = 30;

const OPTIONS = WINDOWS_S.map((value) => ({ value, word: value < 300 ? `${value} s` : '5 min' }));

const STATES: Readonly<Record<Settling, { word: string; tone: BadgeTone }>> = {
  none: { word: 'No readings', tone: 'plain' },
  collecting: { word: 'Collecting', tone: 'plain' },
  interrupted: { word: 'Interrupted', tone: 'warning' },
  rising: { word: 'Rising', tone: 'warning' },
  falling: { word: 'Falling', tone: 'warning' },
  stable: { word: 'Stable', tone: 'good' },
};

export interface LivePanelProps {
  of: ChannelRef;
  /** The channel to capture from. */
  measured: string;
  /** The channel's API unit. */
  unit: string;
  /** Undefined while no point can be added. @param mean as text in the form's unit */
  onCapture: ((mean: string) => void) | undefined;
}

/** The value before the correction with its statistics; Capture adds its mean as a point. */
export function LivePanel({ of, measured, unit, onCapture }: LivePanelProps) {
  const shownUnit = useWatch<CorrectionForm, 'unit'>({ name: 'unit' });
  const shown = displayUnit(unit, shownUnit);
  const [windowS, setWindow] = useState(rememberedWindow);
  const choose = (seconds: WindowSeconds): void => {
    setWindow(seconds);
    writePreference(PREFERENCE, String(seconds));
  };
  const resolution = Math.abs(shown.toContractDifference(10 ** -shown.decimals(of.channel)));
  const since = sinceSwitched(useCorrection(of)?.versions ?? []);
  const statistics = useLiveStatistics({ of, measured, windowS, since, resolution });
  const { mean, state } = statistics;
  return (
    <section className="live-panel" aria-label="Measured value">
      <div className="live-panel-head">
        <h3>Measured value</h3>
        <SegmentedControl label="Time window" options={OPTIONS} value={windowS} onChange={choose} />
      </div>
      <Figures of={of} measured={measured} shown={shown} statistics={statistics} />
      <div className="live-panel-foot">
        <p className="form-hint">
          {hintOf(statistics, windowS)}
          {measured !== of.channel && ' Values before the correction.'}
        </p>
        <button
          type="button"
          className="button"
          data-command="capture"
          disabled={!onCapture || Number.isNaN(mean)}
          onClick={() => onCapture?.(shown.format(mean, of.channel, 'full').replace('−', '-'))}
        >
          <Crosshair aria-hidden size={14} /> Capture mean
        </button>
      </div>
      {/* Announced when it changes, not with each figure. */}
      <output className="visually-hidden">{STATES[state].word}</output>
    </section>
  );
}

function rememberedWindow(): WindowSeconds {
  const known = Number(readPreference(PREFERENCE));
  return WINDOWS_S.find((seconds) => seconds === known) ?? DEFAULT_WINDOW;
}

interface FiguresProps extends Pick<LivePanelProps, 'of' | 'measured'> {
  shown: DisplayUnit;
  statistics: LiveStatistics;
}

function Figures({ of, measured, shown, statistics }: FiguresProps) {
  const { mean, deviation, drift, state } = statistics;
  const { channel } = of;
  const device = useDevice(deviceKey(of))?.device;
  const current = device?.device.channels[measured]?.value?.magnitude ?? null;
  const difference = (value: number): string =>
    Number.isNaN(value) ? NO_VALUE : shown.formatDifference(value, channel, 'full');
  const { word, tone } = STATES[state];
  return (
    <dl className="live-figures">
      <Figure name="Now" value={shown.format(current, channel)} unit={shown.unit} />
      <Figure
        name="Mean"
        value={Number.isNaN(mean) ? NO_VALUE : shown.format(mean, channel, 'full')}
        unit={shown.unit}
      />
      <Figure name="Standard deviation" value={difference(deviation)} unit={shown.unit} />
      <Figure name="Drift" value={difference(drift)} unit={shown.unit} />
      <div className="live-figure">
        <dt>State</dt>
        <dd>
          <span className={`badge ${tone}`}>{word}</span>
        </dd>
      </div>
    </dl>
  );
}

function Figure({ name, value, unit }: { name: string; value: string; unit: string }) {
  return (
    <div className="live-figure">
      <dt>{name}</dt>
      <dd>
        <span className="fact-value">{value}</span> <span className="unit">{unit}</span>
      </dd>
    </div>
  );
}

function hintOf({ state, readings, coveredMs }: LiveStatistics, windowS: number): string {
  const count = plural(readings, 'reading');
  if (state === 'none') return 'No readings in this time window.';
  if (state === 'collecting') return `${count}, ${Math.floor(coveredMs / 1000) || 0} of ${windowS} s.`;
  if (state === 'interrupted') return `${count}; some are missing or invalid.`;
  if (state === 'stable') return `${count}. The drift is within the noise or the last digit.`;
  return `${count}. The drift exceeds the noise. Wait until the value is stable.`;
}
