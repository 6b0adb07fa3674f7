import { useFormContext, useWatch } from 'react-hook-form';
import {
  type DestinationKind,
  type DestinationView,
  fieldAt,
  type SecretStorage,
} from '../../../../service/contract/index.ts';
import { DeclaredField, FieldGroup } from '../../../components/form/declared-field.tsx';
import { PemField } from '../../../components/form/pem-field.tsx';
import { SecretField } from '../../../components/form/secret-field.tsx';
import { secretsToEnter } from './check-form.ts';
import { DESTINATION_FIELDS, type DestinationForm, fieldsOfKind, type SecretName } from './destination-form.ts';
import { TemplateField } from './template-field.tsx';

/** In the schema the secrets come last. */
const FIRST = [
  'kind',
  'name',
  'host',
  'port',
  'encryption',
  'username',
  'password',
  'url',
  'method',
  'topic',
  'token',
  'signing_key',
];

const URL_TEXTS: Readonly<Record<Exclude<DestinationKind, 'email'>, { placeholder: string; help: string }>> = {
  webhook: { placeholder: 'https://hooks.example.com/alarms', help: 'Receives a request for each message.' },
  ntfy: { placeholder: 'https://ntfy.sh', help: 'Address of the server, without the topic.' },
  heartbeat: {
    placeholder: 'https://hc-ping.com/…',
    help: 'Address from a monitoring service, which notifies you if the requests stop.',
  },
};

export interface MainFieldsProps {
  /** Null for a new destination. */
  stored: DestinationView | null;
  storage: SecretStorage | null;
}

export function MainFields({ stored, storage }: MainFieldsProps) {
  const form = useWatch<DestinationForm>() as DestinationForm;
  const { kind } = form;
  const again = secretsToEnter(form, stored);
  const isUnreadable = stored?.status.error?.code === 'secret-needed';
  const secret = (name: SecretName) => {
    const isStored = stored?.[`${name}_set`] ?? false;
    const isAsked = isUnreadable && isStored && form[name] === null;
    const field = fieldAt(DESTINATION_FIELDS, name);
    return (
      <SecretField
        field={field}
        isStored={isStored}
        isUnreadable={isAsked}
        storage={storage}
        warning={again[name] ?? (isAsked && `Cannot read the stored ${field.label.toLowerCase()}. Enter it again.`)}
      />
    );
  };
  const widgets = {
    ...(kind !== 'email' && {
      url: <DeclaredField field={{ ...fieldAt(DESTINATION_FIELDS, 'url'), ...URL_TEXTS[kind] }} />,
    }),
    encryption: <EncryptionField />,
    template: <TemplateField />,
    password: secret('password'),
    token: secret('token'),
    signing_key: secret('signing_key'),
  };
  return (
    <div className="form-grid">
      <FieldGroup fields={fieldsOfKind(kind)} first={FIRST} widgets={widgets} />
    </div>
  );
}

/** The usual ports, as in the help of the field. */
const PORTS: Readonly<Record<string, string>> = { starttls: '587', tls: '465', none: '25' };

/** A usual port follows the choice. */
function EncryptionField() {
  const { setValue, getValues } = useFormContext<DestinationForm>();
  const followChoice = (encryption: string): void => {
    if (!Object.values(PORTS).includes(getValues('port').trim())) return;
    setValue('port', PORTS[encryption] ?? '', { shouldDirty: true, shouldValidate: true });
  };
  return <DeclaredField field={fieldAt(DESTINATION_FIELDS, 'encryption')} onChoose={followChoice} />;
}

/** @param stored null for a new destination */
export function AdvancedFields({ stored }: { stored: DestinationView | null }) {
  const form = useWatch<DestinationForm>() as DestinationForm;
  const fields = fieldsOfKind(form.kind);
  const ca = <PemField field={fieldAt(DESTINATION_FIELDS, 'ca')} stored={stored?.ca ?? null} />;
  return (
    <>
      {(form.kind !== 'heartbeat' || !stored) && (
        <div className="form-grid">
          <FieldGroup fields={fields} group="advanced" />
          {!stored && <FieldGroup fields={fields} group="new" />}
        </div>
      )}
      <section className="form-section" aria-labelledby="destination-tls">
        <h3 id="destination-tls">TLS</h3>
        <FieldGroup fields={fields} group="tls" widgets={{ ca }} />
      </section>
    </>
  );
}
