/** The form itself, with what is said about it. */
import { type FormEvent, type ReactNode, useId } from 'react';
import { FormProvider } from 'react-hook-form';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { AdvancedFields } from '../fields/advanced-fields.tsx';
import { MainFields } from '../fields/main-fields.tsx';
import type { MqttFacts } from '../use-mqtt-facts.ts';
import { SaveBar } from './save-bar.tsx';
import { TestNotice } from './test-notice.tsx';
import type { Editor } from './use-editor.ts';

export interface EditorFormProps {
  editor: Editor;
  /** The client as it is stored; null for one that is new. */
  stored: MqttClientView | null;
  facts: MqttFacts | null;
  title: string;
  header: ReactNode;
  notices: ReactNode;
  saveWord: string;
  discardWord: string;
  onDiscard: () => void;
}

export function EditorForm(props: EditorFormProps) {
  const { editor, stored, facts, title, header, notices, saveWord, discardWord, onDiscard } = props;
  const { test, failure } = editor;
  const { form, element, isDirty, isAdvancedOpen, setAdvancedOpen } = editor.state;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void editor.save();
  };
  return (
    <article className="client-view" aria-label={title}>
      {header}
      <FormProvider {...form}>
        <div className="client-notices">
          {notices}
          <TestNotice state={test.state} onDismiss={test.dismiss} />
          <div role="alert">
            {failure && (
              <Notice tone="bad" title="It was not saved" onClose={editor.dismissFailure}>
                <p>{failure}</p>
              </Notice>
            )}
          </div>
        </div>
        <form ref={element} noValidate autoComplete="off" className="client-form" onSubmit={onSubmit}>
          <MainFields stored={stored} storage={facts?.secret_storage ?? null} />
          <Advanced open={isAdvancedOpen} onOpenChange={setAdvancedOpen}>
            <AdvancedFields stored={stored} />
          </Advanced>
          <SaveBar
            isDirty={isDirty}
            busy={editor.busy}
            isNew={stored === null}
            saveWord={saveWord}
            discardWord={discardWord}
            onDiscard={onDiscard}
          />
        </form>
      </FormProvider>
    </article>
  );
}

interface AdvancedProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** Always there, so that what is wrong in it counts too. */
function Advanced({ open, onOpenChange, children }: AdvancedProps) {
  const id = useId();
  return (
    <section className="client-advanced">
      <button
        type="button"
        className="client-advanced-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpenChange(!open)}
      >
        <span>
          Advanced<span className="dim">: quality of service, topics, Home Assistant, certificates, client id</span>
        </span>
        <span className="client-advanced-word">{open ? 'Hide' : 'Show'}</span>
      </button>
      <div id={id} hidden={!open} className="client-advanced-body">
        {children}
      </div>
    </section>
  );
}
