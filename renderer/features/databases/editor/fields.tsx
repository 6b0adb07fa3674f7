import { useWatch } from 'react-hook-form';
import {
  type DatabaseKind,
  type DatabaseView,
  fieldAt,
  type SecretStorage,
} from '../../../../service/contract/index.ts';
import { DeclaredField, FieldGroup } from '../../../components/form/declared-field.tsx';
import { PemField } from '../../../components/form/pem-field.tsx';
import { SecretField } from '../../../components/form/secret-field.tsx';
import { secretInUse, secretsToEnter } from './check-form.ts';
import { DATABASE_FIELDS, type DatabaseForm, fieldsOfKind } from './database-form.ts';

/** In the schema the secrets come last. */
const FIRST = ['kind', 'name', 'url', 'database', 'organization', 'bucket', 'path', 'username', 'password', 'token'];

/** The usual ports of the servers. */
const URL_TEXTS: Readonly<Record<DatabaseKind, { placeholder: string; help?: string }>> = {
  influxdb1: { placeholder: 'http://localhost:8086' },
  influxdb2: { placeholder: 'http://localhost:8086' },
  victoriametrics: { placeholder: 'http://localhost:8428' },
  'line-protocol': {
    placeholder: 'http://localhost:9000/write',
    help: 'Complete URL of the write address. precision=ms is added unless the URL has a precision.',
  },
};

export interface MainFieldsProps {
  /** Null for a new database. */
  stored: DatabaseView | null;
  storage: SecretStorage | null;
}

export function MainFields({ stored, storage }: MainFieldsProps) {
  const form = useWatch<DatabaseForm>() as DatabaseForm;
  const { kind } = form;
  const again = secretsToEnter(form, stored);
  const isUnreadable = stored?.status.error?.code === 'secret-needed';
  const secret = (name: 'password' | 'token') => {
    const isAsked = isUnreadable && secretInUse(form) === name && form[name] === null;
    return (
      <SecretField
        field={fieldAt(DATABASE_FIELDS, name)}
        isStored={stored?.[`${name}_set`] ?? false}
        isUnreadable={isAsked}
        storage={storage}
        warning={again[name] ?? (isAsked && `Cannot read the stored ${name}. Enter it again.`)}
      />
    );
  };
  const widgets = {
    url: <DeclaredField field={{ ...fieldAt(DATABASE_FIELDS, 'url'), ...URL_TEXTS[kind] }} />,
    password: secret('password'),
    token: secret('token'),
  };
  return (
    <div className="form-grid">
      <FieldGroup fields={fieldsOfKind(kind)} first={FIRST} widgets={widgets} />
    </div>
  );
}

/** @param stored null for a new database */
export function AdvancedFields({ stored }: { stored: DatabaseView | null }) {
  return (
    <>
      <div className="form-grid">
        <FieldGroup fields={DATABASE_FIELDS} group="advanced" />
        {!stored && <FieldGroup fields={DATABASE_FIELDS} group="new" />}
      </div>
      <TlsFields stored={stored} />
    </>
  );
}

function TlsFields({ stored }: { stored: DatabaseView | null }) {
  const form = useWatch<DatabaseForm>() as DatabaseForm;
  const { ca = null, certificate = null, key_set = false } = stored ?? {};
  const pem = (path: string, value: typeof ca | boolean, warning?: string) => (
    <PemField field={fieldAt(DATABASE_FIELDS, path)} stored={value} warning={warning} />
  );
  const widgets = {
    ca: pem('ca', ca),
    certificate: pem('certificate', certificate),
    key: pem('key', key_set, secretsToEnter(form, stored).key),
  };
  return (
    <section className="form-section" aria-labelledby="database-tls">
      <h3 id="database-tls">TLS</h3>
      <FieldGroup fields={DATABASE_FIELDS} group="tls" widgets={widgets} />
    </section>
  );
}
