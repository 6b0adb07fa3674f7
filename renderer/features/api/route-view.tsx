import { ExternalLink } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { BackLink } from '../../components/back-link.tsx';
import { Field, SelectField, TextField } from '../../components/form/field.tsx';
import { type ApiCall, type CallErrors, type CallValues, callErrors, callOf } from '../../data/api/call.ts';
import { LANGUAGE_HINTS, LANGUAGE_TEXT } from '../../data/api/code-samples/index.ts';
import { familyOfRoute, needsDevice, prefillValues } from '../../data/api/example-values.ts';
import type { ApiEndpoint, RouteParameter } from '../../data/api/routes.ts';
import { LinesBlock } from './code-block.tsx';
import { DevicePicker } from './device-picker.tsx';
import type { ExampleDevice } from './example-device.ts';
import { LanguageSegments, useLanguage } from './language-segments.tsx';
import { InlineMarkdown, Markdown } from './markdown.tsx';
import { Method, PathText } from './path-text.tsx';
import { API_ROUTE } from './routes.ts';
import { TrySection } from './try/try-section.tsx';

export interface RouteViewProps {
  route: ApiEndpoint;
  own: ExampleDevice;
}

export function RouteView({ route, own }: RouteViewProps) {
  const family = familyOfRoute(route);
  const offered = own.records.filter(({ device }) => !family || device.family === family);
  const takesDevice = needsDevice(route);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="api-view" tabIndex={0} aria-label={`${route.method} ${route.path}`}>
      <RouteHeader route={route} />
      {takesDevice && <DevicePicker records={offered} />}
      <RouteBody route={route} own={own} device={takesDevice ? (offered[0]?.key ?? '') : ''} />
      <Responses route={route} />
    </section>
  );
}

function RouteHeader({ route: { id, method, path, summary, description } }: { route: ApiEndpoint }) {
  return (
    <header className="api-header">
      <BackLink href={API_ROUTE}>All endpoints</BackLink>
      <h2>
        <Method method={method} />{' '}
        <span className="mono">
          <PathText path={path} />
        </span>
      </h2>
      <p className="api-summary">{summary}.</p>
      <div className="api-prose dim">
        <Markdown text={description} />
      </div>
      <p>
        <a href={`/docs#${id}`} target="_blank" rel="noreferrer" className="api-external">
          Open API reference <ExternalLink aria-hidden size={13} />
        </a>
      </p>
    </header>
  );
}

interface RouteBodyProps extends RouteViewProps {
  /** The key of the device that fills the fields; empty for none. */
  device: string;
}

function RouteBody({ route, own, device }: RouteBodyProps) {
  const headingId = useId();
  const [{ values, filledFor, isTouched }, setFields] = useState(() => ({
    values: prefillValues(route, own),
    filledFor: device,
    isTouched: false,
  }));
  // Another selection fills the fields again; a device that only connected keeps the user's input.
  if (device !== filledFor) {
    const isRefilled = own.isChosen || !isTouched;
    setFields({
      values: isRefilled ? prefillValues(route, own) : values,
      filledFor: device,
      isTouched: isTouched && !isRefilled,
    });
  }
  const errors = useMemo(() => callErrors(route, values), [route, values]);
  const call = useMemo(
    () => (Object.keys(errors).length > 0 ? undefined : callOf(route, values)),
    [errors, route, values],
  );
  return (
    <>
      {(route.parameters.length > 0 || route.body !== undefined) && (
        <section className="api-section" aria-labelledby={headingId}>
          <h3 id={headingId}>Parameters</h3>
          <RouteFields
            route={route}
            values={values}
            errors={errors}
            onChange={(changed) => setFields({ values: changed, filledFor, isTouched: true })}
          />
        </section>
      )}
      <LinesSection call={call} />
      <TrySection route={route} call={call} />
    </>
  );
}

function Responses({ route: { responses } }: { route: ApiEndpoint }) {
  return (
    <section className="api-section" aria-labelledby="api-answers">
      <h3 id="api-answers">Responses</h3>
      <dl className="api-answers">
        {responses.map(({ status, description }) => (
          <div key={status}>
            <dt className="mono">{status}</dt>
            <dd>
              <InlineMarkdown text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface LinesSectionProps {
  /** Undefined while the input is invalid. */
  call: ApiCall | undefined;
}

function LinesSection({ call }: LinesSectionProps) {
  const language = useLanguage();
  return (
    <section className="api-section" aria-labelledby="api-lines">
      <div className="api-section-head">
        <h3 id="api-lines">Code sample</h3>
        <LanguageSegments />
      </div>
      {call ? (
        <LinesBlock call={call} what={`the ${LANGUAGE_TEXT[language]} code sample`} />
      ) : (
        <p className="dim">Complete the parameters above to see a code sample.</p>
      )}
      <p className="dim api-hint">{LANGUAGE_HINTS[language]}</p>
    </section>
  );
}

interface RouteFieldsProps {
  route: ApiEndpoint;
  values: CallValues;
  errors: CallErrors;
  onChange: (values: CallValues) => void;
}

function RouteFields({ route, values, errors, onChange }: RouteFieldsProps) {
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
