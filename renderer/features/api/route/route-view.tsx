import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { NARROW, useMedia } from '../../../app/use-media.ts';
import { callErrors, callOf } from '../../../data/api/call.ts';
import { familyOfRoute, needsDevice, prefillValues } from '../../../data/api/example-values.ts';
import type { ApiEndpoint } from '../../../data/api/routes.ts';
import { DevicePicker } from '../device-picker.tsx';
import type { ExampleDevice } from '../example-device.ts';
import { InlineMarkdown, Markdown } from '../markdown.tsx';
import { Method } from '../method.tsx';
import { PathText } from '../path-text.tsx';
import { API_ROUTE } from '../routes.ts';
import { TrySection } from '../try/try-section.tsx';
import { LinesSection } from './lines-section.tsx';
import { RouteFields } from './route-fields.tsx';

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
      <Answers route={route} />
    </section>
  );
}

function RouteHeader({ route: { id, method, path, summary, description } }: { route: ApiEndpoint }) {
  const narrow = useMedia(NARROW);
  return (
    <header className="api-header">
      {narrow && (
        <Link href={API_ROUTE} className="entry-back">
          <ArrowLeft aria-hidden size={14} /> All endpoints
        </Link>
      )}
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
          View in API reference <ExternalLink aria-hidden size={13} />
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

function Answers({ route: { answers } }: { route: ApiEndpoint }) {
  return (
    <section className="api-section" aria-labelledby="api-answers">
      <h3 id="api-answers">Responses</h3>
      <dl className="api-answers">
        {answers.map(({ status, description }) => (
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
