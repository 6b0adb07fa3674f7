/** The form of one client: what is typed, how it is checked, and how it follows what happens to the client meanwhile. */
import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import type { RequestError } from '../../../data/requests.ts';
import { type ClientForm, configurationText, formOfClient, formText } from '../form/client-form.ts';
import { formSchema } from '../form/form-schema.ts';
import { FIELD_PATHS, problemSentence } from '../form/problem-sentence.ts';

export interface ClientFormState {
  form: UseFormReturn<ClientForm>;
  /** Goes to the form's element. */
  element: RefObject<HTMLFormElement | null>;
  isDirty: boolean;
  /** The client was changed elsewhere while there are unsaved changes here. */
  changedElsewhere: boolean;
  /** Gives up what is typed for what is stored. */
  takeStored: () => void;
  isAdvancedOpen: boolean;
  setAdvancedOpen: (open: boolean) => void;
  /** Checks everything; what is wrong is shown, and the first of it gets the focus. */
  check: () => Promise<boolean>;
  /** Shows a refusal at the fields that it names; answers, as sentences, what has no field here. */
  showProblems: (refusal: RequestError) => string[];
  /** Takes the answer to what was sent. What was typed meanwhile stays. */
  settle: (view: MqttClientView, sent: ClientForm) => void;
}

export interface ClientFormOptions {
  /** The client as it is stored; null for one that is new. */
  stored: MqttClientView | null;
  initial: ClientForm;
}

export function useClientForm({ stored, initial }: ClientFormOptions): ClientFormState {
  const clients = useReadable(useLive().clients.list);
  const element = useRef<HTMLFormElement>(null);
  const [isAdvancedOpen, setAdvancedOpen] = useState(false);
  const resolver = useMemo(() => zodResolver(formSchema({ stored, clients })), [stored, clients]);
  const form = useForm<ClientForm>({ defaultValues: initial, resolver, mode: 'onTouched', shouldFocusError: false });
  const { isDirty } = form.formState;
  const { hasMoved, agree } = useAgreement(stored);
  const { reset } = form;
  useEffect(() => {
    if (!stored || !hasMoved || isDirty) return;
    reset(formOfClient(stored));
    agree(stored);
  }, [stored, hasMoved, isDirty, reset, agree]);
  useForgivenErrors(form);

  /** The focus goes to the first field, as they stand, with something wrong. */
  const reveal = (): void => {
    const wrong = new Set<string>(FIELD_PATHS.filter((path) => form.getFieldState(path).invalid));
    const fields = [...(element.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
    const first = fields.find(({ dataset }) => wrong.has(dataset['field'] ?? ''));
    if (first?.closest('[hidden]')) flushSync(() => setAdvancedOpen(true));
    first?.focus();
  };

  return {
    form,
    element,
    isDirty,
    changedElsewhere: hasMoved && isDirty,
    takeStored: () => {
      if (!stored) return;
      reset(formOfClient(stored));
      agree(stored);
    },
    isAdvancedOpen,
    setAdvancedOpen,
    check: async () => {
      const isRight = await form.trigger();
      if (!isRight) reveal();
      return isRight;
    },
    showProblems: ({ status, message: whole, problems }) => {
      const isTaken = status === 409 && !stored;
      const named = problems.length > 0 ? problems : [{ path: isTaken ? 'identifier' : '', message: whole }];
      const others: string[] = [];
      for (const { path, message } of named) {
        const field = FIELD_PATHS.find((one) => one === path);
        const sentence = problemSentence(path, message);
        if (field) form.setError(field, { type: 'server', message: sentence });
        else others.push(sentence);
      }
      reveal();
      return others;
    },
    settle: (view, sent) => {
      const isSame = formText(form.getValues()) === formText(sent);
      reset(formOfClient(view), isSame ? {} : { keepValues: true });
      agree(view);
    },
  };
}

/** Whether what is stored has changed since the form last agreed with it. */
function useAgreement(stored: MqttClientView | null): { hasMoved: boolean; agree: (view: MqttClientView) => void } {
  const present = useMemo(() => stored && configurationText(stored), [stored]);
  const [agreed, setAgreed] = useState(present);
  const agree = useMemo(() => (view: MqttClientView) => setAgreed(configurationText(view)), []);
  return { hasMoved: present !== null && present !== agreed, agree };
}

/** What was wrong because of another field is right as soon as that one is. What the service said stays until asked again. */
function useForgivenErrors(form: UseFormReturn<ClientForm>): void {
  useEffect(() => {
    const isOurs = (path: FieldPath<ClientForm>): boolean => {
      const { error } = form.getFieldState(path);
      return error !== undefined && error.type !== 'server';
    };
    const { unsubscribe } = form.watch(() => {
      const wrong = FIELD_PATHS.filter(isOurs);
      if (wrong.length > 0) void form.trigger(wrong);
    });
    return unsubscribe;
  }, [form]);
}
