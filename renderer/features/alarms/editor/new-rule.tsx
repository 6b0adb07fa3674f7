import { useEffect, useState } from 'react';
import type { ChannelRef } from '../../../../service/contract/index.ts';
import { useUnitOf } from '../use-channel.ts';
import { EditorForm, useEditor, useLateUnit } from './editor-form.tsx';
import { emptyForm } from './rule-form.ts';

const NO_CHANNEL: ChannelRef = { family: 'usb', serial: '', channel: '' };

/** @param of the channel of the rule; null until one is selected */
export function NewRule({ of }: { of: ChannelRef | null }) {
  const unit = useUnitOf()(of ?? NO_CHANNEL);
  const [initial] = useState(() => emptyForm(of, unit));
  const editor = useEditor({ record: undefined, initial, what: 'the new alarm rule' });
  const { form, element } = editor.state;
  useLateUnit(editor.state, unit, (late) => form.reset(emptyForm(of, late)));
  const first = of ? 'upper' : 'serial';
  useEffect(() => {
    element.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  }, [element, first]);
  return <EditorForm editor={editor} isNew />;
}
