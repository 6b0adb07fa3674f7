import { ExternalLink } from 'lucide-react';
import { Link } from 'wouter';
import { serviceAddress } from '../../app/address.ts';
import { BackLink } from '../../components/back-link.tsx';
import { CopyableCommand } from '../../components/copyable-command.tsx';
import { callOf } from '../../data/api/call.ts';
import { LANGUAGE_HINTS, LANGUAGE_TEXT } from '../../data/api/code-samples/index.ts';
import { DOCUMENT_PATH } from '../../data/api/document.ts';
import { prefillValues } from '../../data/api/example-values.ts';
import type { ApiEndpoint, RouteGroup } from '../../data/api/routes.ts';
import { LinesBlock } from './code-block.tsx';
import { DevicePicker } from './device-picker.tsx';
import type { ExampleDevice } from './example-device.ts';
import { LanguageSegments, useLanguage } from './language-segments.tsx';
import { API_ROUTE, endpointPath } from './routes.ts';

export interface AboutViewProps {
  groups: readonly RouteGroup[];
  own: ExampleDevice;
}

export function AboutView({ groups, own }: AboutViewProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="api-view" tabIndex={0} aria-label="Address and documentation">
      <header className="api-header">
        <BackLink href={API_ROUTE}>All endpoints</BackLink>
        <h2>Local HTTP API</h2>
        <p className="dim">
          Programs on this computer can read everything this window shows, as JSON over HTTP. “Access for other
          accounts” under Settings &gt; Service applies to the programs of other accounts. Requests from other computers
          are rejected. Select an endpoint to see its description, copy a code sample or send a request.
        </p>
      </header>
      <section className="api-section" aria-labelledby="api-address">
        <h3 id="api-address">Address</h3>
        <CopyableCommand text={serviceAddress()} what="the address" />
      </section>
      <FirstLines groups={groups} own={own} />
      <section className="api-section" aria-labelledby="api-docs">
        <h3 id="api-docs">Documentation</h3>
        <ul className="api-links">
          <li>
            <a href="/docs" target="_blank" rel="noreferrer" className="api-external">
              /docs <ExternalLink aria-hidden size={13} />
            </a>
            <span className="dim">API reference: endpoints, parameters and responses</span>
          </li>
          <li>
            <a href={DOCUMENT_PATH} target="_blank" rel="noreferrer" className="api-external">
              {DOCUMENT_PATH} <ExternalLink aria-hidden size={13} />
            </a>
            <span className="dim">OpenAPI document, for client generators</span>
          </li>
        </ul>
      </section>
    </section>
  );
}

function FirstLines({ groups, own }: AboutViewProps) {
  const language = useLanguage();
  const routes = firstRoutes(groups, own.devices.find(({ family }) => family !== 'computed')?.family ?? 'usb');
  return (
    <section className="api-section" aria-labelledby="api-first">
      <div className="api-section-head">
        <h3 id="api-first">Quick start</h3>
        <LanguageSegments />
      </div>
      <p className="dim api-hint">{LANGUAGE_HINTS[language]}</p>
      <DevicePicker records={own.records} />
      {own.records.length === 0 && (
        <p className="dim api-hint">No devices connected. The samples use an example serial number.</p>
      )}
      <ul className="api-examples">
        {routes.map((route) => (
          <li key={route.id}>
            <h4>
              <Link href={endpointPath(route.id)}>{route.summary}</Link>
            </h4>
            <LinesBlock
              call={callOf(route, prefillValues(route, own))}
              what={`the ${LANGUAGE_TEXT[language]} code sample for “${route.summary}”`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What most programs need: the reads of the newest version for one family of devices, and the event streams. */
function firstRoutes(groups: readonly RouteGroup[], family: string): ApiEndpoint[] {
  const newest = groups[0]?.routes ?? [];
  const reads = newest.filter(({ method, path }) => method === 'GET' && path.includes(`/devices/${family}`));
  const streams = groups.flatMap(({ routes }) => routes.filter(({ kind }) => kind === 'stream'));
  return [...reads, ...streams];
}
