import { useState } from 'react';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { ChannelLink } from '../channel-link.tsx';
import { RULES } from '../rules.ts';
import { RuleNotices } from '../snooze/rule-notices.tsx';
import { openSnooze } from '../snooze/snooze-actions.ts';
import { usePlaces, useUnitOf } from '../use-channel.ts';
import { EditorForm, useEditor, useLateUnit } from './editor-form.tsx';
import { toForm } from './rule-form.ts';

export function RuleEditor({ record }: { record: EntityRecord<'alarm-rule'> }) {
  const { view, gone } = record;
  const { rule } = view;
  const place = usePlaces()(rule);
  const unit = useUnitOf()(rule);
  const [initial] = useState(() => toForm(view, unit));
  const name = formatChannelLabel(place);
  const what = `the alarm rule for ${name}`;
  const actions = useEntryActions(RULES, view, what);
  const editor = useEditor({ record, initial, what });
  const { state } = editor;
  useLateUnit(state, unit, (late) => state.form.reset(toForm(view, late)));
  return (
    <EditorForm
      editor={editor}
      title={place.channel}
      label={name}
      subtitle={
        <>
          <ChannelLink of={rule} place={place} />
          {gone && ' · Deleted'}
        </>
      }
      saved={{
        enabled: rule.enabled,
        actions,
        buttons: rule.enabled && (
          <button type="button" className="button" onClick={() => openSnooze(view)}>
            Snooze…
          </button>
        ),
      }}
      notices={<RuleNotices view={view} name={name} />}
    />
  );
}
