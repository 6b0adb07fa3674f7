import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { fieldAt } from '../../../../service/contract/index.ts';
import { FieldNotes } from '../../../components/form/field.tsx';
import { SecretField } from '../../../components/form/secret-field.tsx';
import { useFilePicker } from '../../../components/form/use-file-picker.tsx';
import { CLIENT_FIELDS, type ClientForm } from '../form/client-form.ts';
import { readPkcs12File } from '../form/pkcs12.ts';

const NAME = 'advanced.pkcs12';

/** A client certificate and its key in one file. Saving turns them into the stored certificate and key. */
export function Pkcs12Field() {
  const { label, help } = fieldAt(CLIENT_FIELDS, NAME);
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController<ClientForm, typeof NAME>({ name: NAME });
  const passphrase = useController<ClientForm, 'advanced.pkcs12_passphrase'>({ name: 'advanced.pkcs12_passphrase' });
  const [chosen, setChosen] = useState('');
  const [fileError, setFileError] = useState('');
  const labelId = useId();
  const hintId = useId();
  const errorId = useId();
  const error = fieldState.error?.message ?? fileError;
  const picker = useFilePicker(label, '.p12,.pfx,application/x-pkcs12', async (file) => {
    const read = await readPkcs12File(file);
    setFileError('problem' in read ? read.problem : '');
    if ('problem' in read) return;
    setChosen(file.name);
    onChange(read.base64);
  });
  const cancel = (): void => {
    setFileError('');
    onChange(null);
    passphrase.field.onChange(null);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- buttons beside a text */}
      <div className="pem-field" role="group" aria-labelledby={labelId}>
        <div className="pem-head">
          <span id={labelId} className="form-label">
            {label}
          </span>
          <div className="pem-actions">
            {value && (
              <button type="button" className="link-button" onClick={cancel}>
                Cancel
              </button>
            )}
            <button
              type="button"
              ref={ref}
              className="link-button"
              data-field={NAME}
              aria-describedby={`${hintId} ${errorId}`}
              onClick={picker.choose}
            >
              Choose file…
            </button>
            {picker.element}
          </div>
        </div>
        <FieldNotes
          hintId={hintId}
          errorId={errorId}
          error={error}
          hint={value ? <span className="mono pem-subject">{chosen}</span> : help}
        />
      </div>
      {value && (
        <SecretField field={fieldAt(CLIENT_FIELDS, 'advanced.pkcs12_passphrase')} isStored={false} storage={null} />
      )}
    </>
  );
}
