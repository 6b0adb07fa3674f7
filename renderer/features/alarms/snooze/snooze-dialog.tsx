import { useState } from 'react';
import type { AlarmRule } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { TextField } from '../../../components/form/field.tsx';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import { formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { snoozeRule } from '../../../data/alarms/requests.ts';
import { formatMinute } from '../../../data/format/numbers.ts';
import { useLive, useReadable, useServiceNow } from '../../../data/react.ts';
import { type Signature, SignedDialog } from '../signed-dialog.tsx';
import { usePlaces } from '../use-channel.ts';
import { closeSnooze, ruleToSnooze, stopSnooze } from './snooze-actions.ts';
import { DURATION_CHOICES, DURATION_FIELD, formatSnooze, parseSnooze, USUAL_DURATION } from './snooze-form.ts';
import './snooze.css';

/** One for the window. */
export function SnoozeDialog() {
  const rule = useReadable(ruleToSnooze);
  return rule && <Question key={rule.id} rule={rule} />;
}

function Question({ rule }: { rule: AlarmRule }) {
  const { rules } = useLive();
  const name = formatChannelLabel(usePlaces()(rule.rule));
  const [duration, setDuration] = useState(USUAL_DURATION);
  const [isChecked, setChecked] = useState(false);
  const seconds = parseSnooze(duration);
  const snooze = async ({ by, text }: Signature): Promise<boolean> => {
    setChecked(true);
    if (seconds === undefined) {
      document.querySelector<HTMLElement>('[data-field="duration_s"]')?.focus();
      return false;
    }
    const snoozed = await snoozeRule(rule.id, { duration_s: seconds, reason: text, by });
    rules.accept(snoozed);
    showToast({
      title: formatSnooze(snoozed) ?? '',
      text: `Alarm rule for ${name}`,
      action: { word: 'End snooze', run: () => void stopSnooze(snoozed, name) },
    });
    return true;
  };
  return (
    <SignedDialog
      title="Snooze alarm rule"
      description={`${name}. Its alarms are cleared, and none are raised until the snooze ends.`}
      nameHint="Person who snoozes the rule. Filled in the next time."
      textLabel="Reason"
      textHint="For example, the cause. At most 500 characters."
      word="Snooze"
      busyWord="Snoozing…"
      onSubmit={snooze}
      onClosed={closeSnooze}
    >
      <div className="snooze-duration">
        <TextField
          label={DURATION_FIELD.label}
          name="duration_s"
          value={duration}
          placeholder={DURATION_FIELD.placeholder}
          hint={
            <>
              {DURATION_FIELD.help} {seconds !== undefined && <Until seconds={seconds} />}
            </>
          }
          error={isChecked && seconds === undefined ? `Enter a time from ${DURATION_FIELD.help}` : ''}
          onChange={({ target: { value } }) => setDuration(value)}
        />
        <SegmentedControl
          label="Usual durations"
          options={DURATION_CHOICES}
          value={duration}
          onChange={(choice) => setDuration(choice)}
        />
      </div>
    </SignedDialog>
  );
}

function Until({ seconds }: { seconds: number }) {
  const now = useServiceNow();
  return <>Until {formatMinute(now + seconds * 1000, now)}.</>;
}
