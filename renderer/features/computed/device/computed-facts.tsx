import { COMPUTED_CHANNEL, channelPath, deviceKey } from '../../../../service/contract/index.ts';
import { rawRoute } from '../../../app/guarded-location.ts';
import { DetailGroup, DetailRow } from '../../../components/facts.tsx';
import { channelReason } from '../../../data/devices/channel-name.ts';
import { secondsText } from '../../../data/format/durations.ts';
import { formatDayAndTime } from '../../../data/format/numbers.ts';
import { useDevice, useLive, useReadable } from '../../../data/react.ts';
import '../computed.css';
import { computedDevice, computedIdOf } from '../routes.ts';
import { FormulaText, InputLink } from './formula-text.tsx';

/** The definition of the computed channel in the address. */
export function ComputedFacts() {
  const id = computedIdOf(useReadable(rawRoute));
  const view = useReadable(useLive().computed.known).get(id)?.view;
  if (!view) return null;
  const { computed, inputs, has_integral: hasIntegral, reset_at: resetAt } = view;
  return (
    <>
      <section className="facts">
        <h3 className="facts-title">Formula</h3>
        <FormulaText formula={computed.formula} />
        <NoValue id={id} />
      </section>
      <section className="facts">
        <h3 className="facts-title">Inputs</h3>
        {inputs.length === 0 ? (
          <p className="dim">None</p>
        ) : (
          <ul className="computed-inputs">
            {inputs.map((input) => (
              <li key={channelPath(input)}>
                <InputLink of={input} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <DetailGroup title="Result">
        <DetailRow name="Unit">{computed.unit || 'None'}</DetailRow>
        <DetailRow name="Decimals">{computed.decimals}</DetailRow>
        <DetailRow name="Maximum age of an input">{secondsText(computed.max_age_ms)} s</DetailRow>
        {hasIntegral && (
          <DetailRow name="Latest reset">
            {resetAt === null ? 'Never' : formatDayAndTime(Date.parse(resetAt))}
          </DetailRow>
        )}
      </DetailGroup>
    </>
  );
}

/** Why there is no value now. */
function NoValue({ id }: { id: string }) {
  const device = useDevice(deviceKey(computedDevice(id)))?.device;
  const reason = device ? channelReason(device, COMPUTED_CHANNEL) : '';
  return <output className="computed-reason">{reason && `No value: ${reason}`}</output>;
}
