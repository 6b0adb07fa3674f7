import type { ReactNode } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import type { CallErrors, CallValues } from '../../../data/api/call.ts';
import type { ApiEndpoint, RouteParameter } from '../../../data/api/routes.ts';
import { InlineMarkdown } from '../markdown.tsx';

export interface RouteFieldsProps {
  route: ApiEndpoint;
  values: CallValues;
  errors: CallErrors;
  onChange: (values: CallValues) => void;
}

export function RouteFields({ route, values, errors, onChange }: RouteFieldsProps) {
  return (
    <div className="api-fields">
      {route.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values.parameters[parameter.name] ?? ''}
          problem={errors[parameter.name]}
          onChange={(value) => onChange({ ...values, parameters: { ...values.parameters, [parameter.name]: value } })}
        />
      ))}
      {route.body !== undefined && (
        <div className="api-body-field">
          <Field label="Body (JSON)" error={errors['body']}>
            {(control) => (
              <textarea
                {...control}
                className="field mono"
                rows={Math.min(16, values.body.split('\n').length + 1)}
                spellCheck={false}
                value={values.body}
                onChange={({ target }) => onChange({ ...values, body: target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  );
}

interface ParameterFieldProps {
  parameter: RouteParameter;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

function ParameterField({ parameter, value, problem, onChange }: ParameterFieldProps) {
  const { name, required, choices, isList, description, example } = parameter;
  const label = (
    <>
      <span className="mono">{name}</span>
      {!required && ' (optional)'}
    </>
  );
  const hint: ReactNode = (
    <InlineMarkdown text={isList ? `${description} Separate multiple values with spaces.` : description} />
  );
  const common = { label, hint, error: problem, value, name };
  if (choices.length > 0) {
    const options = choices.map((choice) => ({ value: choice, word: choice }));
    const all = required ? options : [{ value: '', word: 'Not set' }, ...options];
    return <SelectField {...common} options={all} onChange={({ target }) => onChange(target.value)} />;
  }
  return <TextField {...common} mono placeholder={example} onChange={({ target }) => onChange(target.value)} />;
}
