import { useController } from 'react-hook-form';
import { fieldAt, TEMPLATE_VARIABLES } from '../../../../service/contract/index.ts';
import { afterPointerUp } from '../../../components/form/after-pointer-up.ts';
import { Field } from '../../../components/form/field.tsx';
import { DESTINATION_FIELDS } from './destination-form.ts';
import './template-field.css';

/** The JSON body of a webhook, which is longer than a line, and its variables. */
export function TemplateField() {
  const { path, label, help, placeholder } = fieldAt(DESTINATION_FIELDS, 'template');
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController<Record<string, string>>({ name: path });
  return (
    <div className="template-field">
      <Field label={label} hint={help} error={error?.message}>
        {(control) => (
          <textarea
            {...control}
            ref={ref}
            data-field={path}
            className="field mono pem-text"
            rows={4}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            value={value ?? ''}
            onChange={onChange}
            onBlur={() => afterPointerUp(onBlur)}
          />
        )}
      </Field>
      <details className="template-variables">
        <summary>Variables</summary>
        <dl>
          {Object.entries(TEMPLATE_VARIABLES).map(([name, meaning]) => (
            <div key={name}>
              <dt className="mono">{`{{${name}}}`}</dt>
              <dd>{meaning.replaceAll('`', '')}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
