import { type ReactNode, useCallback, useState } from 'react';
import type { Alarm, AlarmAcknowledgment } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { type Action, useAction } from '../../../components/config-editor/use-action.ts';
import { formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { acknowledgeAlarm, acknowledgeAllAlarms } from '../../../data/alarms/requests.ts';
import { useLive } from '../../../data/react.ts';
import { type Signature, SignedDialog } from '../signed-dialog.tsx';
import { useAlarmKind } from '../use-alarm-kind.ts';
import { usePlaces } from '../use-channel.ts';

/** One alarm, or all of them. */
type Target = Alarm | 'all';

interface Acknowledging extends Omit<Action, 'run'> {
  one: (id: string) => void;
  all: () => void;
  /** Opens a dialog for a name and a comment. */
  openDialog: (target: Target) => void;
  /** To be rendered beside the buttons. */
  dialog: ReactNode;
}

export function useAcknowledge(): Acknowledging {
  const { alarms } = useLive();
  const { run, ...action } = useAction();
  const [target, openDialog] = useState<Target | null>(null);
  const one = useCallback(
    (id: string) =>
      void run(() => acknowledgeAlarm(id)).then((alarm) => {
        if (alarm) alarms.accept(alarm);
      }),
    [alarms, run],
  );
  // The event stream delivers the changes.
  const all = useCallback(() => void run(acknowledgeAllAlarms), [run]);
  const dialog = target && <AcknowledgeDialog target={target} onClosed={() => openDialog(null)} />;
  return { ...action, one, all, openDialog, dialog };
}

function AcknowledgeDialog({ target, onClosed }: { target: Target; onClosed: () => void }) {
  const { alarms } = useLive();
  const placeOf = usePlaces();
  const kindOf = useAlarmKind();
  const isAll = target === 'all';
  const acknowledge = async ({ by, text }: Signature): Promise<boolean> => {
    const given = { by, comment: text };
    if (isAll) {
      await acknowledgeAllAlarms(given);
      return true;
    }
    const alarm = await acknowledgeAlarm(target.id, given);
    if (alarm) alarms.accept(alarm);
    if (!hasAcknowledgment(alarm, given)) {
      showToast({ title: 'Alarm already acknowledged', text: 'Your name and comment were not stored.' });
    }
    return true;
  };
  return (
    <SignedDialog
      title={isAll ? 'Acknowledge all alarms' : 'Acknowledge alarm'}
      description={isAll ? null : `${formatChannelLabel(placeOf(target))}: ${kindOf(target)}`}
      nameHint="Person who acknowledges. Filled in the next time."
      textLabel="Comment"
      textHint="For example, what was done. At most 500 characters."
      word={isAll ? 'Acknowledge all' : 'Acknowledge'}
      busyWord="Acknowledging…"
      onSubmit={acknowledge}
      onClosed={onClosed}
    />
  );
}

/** Whether the alarm was acknowledged here: another window may have been first. */
function hasAcknowledgment(alarm: Alarm | undefined, { by, comment }: AlarmAcknowledgment): boolean {
  return alarm?.acknowledged_by === by && alarm.acknowledgment_comment === comment;
}
