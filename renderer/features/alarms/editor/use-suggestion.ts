import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { MAX_HISTORY_POINTS } from '../../../../service/contract/history-widths.ts';
import { type ChannelRef, channelPath, type DisplayUnit, deviceKey } from '../../../../service/contract/index.ts';
import {
  measureNoise,
  NOISE_WINDOW_MS,
  type Noise,
  suggestDelay,
  suggestHysteresis,
} from '../../../data/alarms/noise.ts';
import { NO_READINGS, recentReadings, storedReadings } from '../../../data/alarms/recent-readings.ts';
import { formatDuration } from '../../../data/format/durations.ts';
import { formatNumberInput } from '../../../data/format/numbers.ts';
import { fetchHistory } from '../../../data/history-tiles/requests.ts';
import { useLive } from '../../../data/react.ts';
import { emptyForm, type RuleForm, unitOfForm } from './rule-form.ts';

/** Time until the readings are looked at again while there are too few, in milliseconds. */
const RETRY_MS = 2000;

interface MeasuredNoise {
  channel: string;
  noise: Noise;
}

/** The noise of a channel, measured once there are enough readings; undefined before, and without a channel. */
function useNoise({ family, serial, channel }: ChannelRef): Noise | undefined {
  const { samples, clock } = useLive();
  const [measured, setMeasured] = useState<MeasuredNoise>();
  const key = serial === '' || channel === '' ? '' : channelPath({ family, serial, channel });
  useEffect(() => {
    if (key === '') return undefined;
    const request = new AbortController();
    let stored = NO_READINGS;
    const measure = (): void => {
      const live = samples.series(deviceKey({ family, serial }), channel)?.raw;
      const noise = measureNoise(recentReadings(stored, live, clock.now()));
      if (!noise) return;
      clearInterval(timer);
      setMeasured({ channel: key, noise });
    };
    const timer = setInterval(measure, RETRY_MS);
    const to = clock.now();
    const query = {
      channels: [{ family, serial, channel }],
      from: to - NOISE_WINDOW_MS,
      to,
      points: MAX_HISTORY_POINTS,
    };
    // Without stored readings the live ones count.
    const fetched = fetchHistory(query, request.signal).then(storedReadings, () => NO_READINGS);
    void fetched.then((readings) => {
      stored = readings;
      if (!request.signal.aborted) measure();
    });
    return () => {
      clearInterval(timer);
      request.abort();
    };
  }, [samples, clock, key, family, serial, channel]);
  return measured?.channel === key ? measured.noise : undefined;
}

/** A hysteresis and a delay as text in the form's units, and the noise they follow from. */
export interface Suggestion {
  noise: Noise;
  hysteresis: string;
  delay_s: string;
}

function suggestionOf(noise: Noise, unit: DisplayUnit): Suggestion {
  return {
    noise,
    hysteresis: formatNumberInput(suggestHysteresis(unit.toShownDifference(noise.width))),
    delay_s: formatDuration(suggestDelay(noise.outliersMs)),
  };
}

/** Fills in the suggestion of the form's channel where the user has not typed; undefined without enough readings. */
export function useSuggestion(): Suggestion | undefined {
  const { resetField, formState } = useFormContext<RuleForm>();
  const [family, serial, channel, kept, shown] = useWatch<RuleForm, ['family', 'serial', 'channel', 'kept', 'shown']>({
    name: ['family', 'serial', 'channel', 'kept', 'shown'],
  });
  const noise = useNoise({ family, serial: serial.trim(), channel: channel.trim() });
  const unit = unitOfForm({ kept, shown });
  // The unit of a device may arrive late, and resets the form.
  const suggested = kept === '' ? undefined : noise && suggestionOf(noise, unit);
  const without = emptyForm(null, unit);
  const { hysteresis, delay_s } = suggested ?? without;
  const { dirtyFields } = formState;
  const isOwn = { hysteresis: dirtyFields.hysteresis ?? false, delay_s: dirtyFields.delay_s ?? false };
  useEffect(() => {
    if (!isOwn.hysteresis) resetField('hysteresis', { defaultValue: hysteresis });
  }, [isOwn.hysteresis, hysteresis, resetField]);
  useEffect(() => {
    if (!isOwn.delay_s) resetField('delay_s', { defaultValue: delay_s });
  }, [isOwn.delay_s, delay_s, resetField]);
  return suggested;
}
