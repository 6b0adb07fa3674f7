/** The API page: the address, lines to copy, and where the rest is written. */
import { ExternalLink } from 'lucide-react';
import { serviceAddress } from '../../app/address.ts';
import { CopyLine } from '../../components/copy-line.tsx';
import { useLive, useReadable } from '../../data/react.ts';
import './api-page.css';
import { curlLine, devicesUrl, measurementsUrl, measurementUrl } from './curl.ts';

interface Example {
  title: string;
  text: string;
  line: string;
}

export function ApiPage() {
  const address = serviceAddress();
  return (
    <div className="api-page">
      <div className="api-body">
        <h1>API</h1>
        <p className="dim">
          Everything this window shows can be read by any program on this computer, as JSON over HTTP. Other computers
          are refused.
        </p>
        <section className="api-section" aria-labelledby="api-address">
          <h2 id="api-address">Address</h2>
          <CopyLine text={address} what="the address" />
        </section>
        <Examples address={address} />
        <section className="api-section" aria-labelledby="api-docs">
          <h2 id="api-docs">Documentation</h2>
          <ul className="api-links">
            <li>
              <a href="/docs" target="_blank" rel="noreferrer">
                /docs <ExternalLink aria-hidden size={13} />
              </a>
              <span className="dim">every route, its parameters and answers, to read</span>
            </li>
            <li>
              <a href="/openapi.json" target="_blank" rel="noreferrer">
                /openapi.json <ExternalLink aria-hidden size={13} />
              </a>
              <span className="dim">the same as OpenAPI, for tools that make clients</span>
            </li>
          </ul>
        </section>
      </div>
    </div>
  );
}

function Examples({ address }: { address: string }) {
  const examples = useExamples(address);
  return (
    <section className="api-section" aria-labelledby="api-examples">
      <h2 id="api-examples">Read from a terminal</h2>
      <ul className="api-examples">
        {examples.map(({ title, text, line }) => (
          <li key={line}>
            <h3>{title}</h3>
            <p className="dim">{text}</p>
            <CopyLine text={line} what={title} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** With the user's own serial numbers, where there are any. */
function useExamples(address: string): Example[] {
  const devices = useReadable(useLive().devices.list);
  const usb = devices.find(({ device }) => device.family === 'usb')?.device;
  const gateway = devices.find(({ device }) => device.family === 'gateway')?.device;
  const one = usb ?? gateway;
  const examples: Example[] = [
    {
      title: 'All USB and serial devices',
      text: 'Devices with their channels, connections and values, and the products they are.',
      line: curlLine(devicesUrl(address, 'usb')),
    },
    {
      title: 'Latest measurements',
      text: 'The newest values of each USB and serial device, and nothing else.',
      line: curlLine(measurementsUrl(address, 'usb')),
    },
    {
      title: one ? `One device: ${one.alias || one.device.info.product}, ${one.serial}` : 'One device',
      text: 'The newest values of one device, by its serial number.',
      line: curlLine(measurementUrl(address, one ?? { family: 'usb', serial: 'SERIAL' })),
    },
  ];
  if (gateway) {
    examples.push({
      title: 'Devices behind gateways',
      text: 'The same reads exist for the gateway family.',
      line: curlLine(devicesUrl(address, 'gateway')),
    });
  }
  examples.push(
    {
      title: 'Live, as it is measured',
      text: 'A stream of Server-Sent Events: devices, readings, troubles. It goes on until you stop it.',
      line: curlLine(`${address}/app/v1/events`).replace('curl ', 'curl -N '),
    },
    {
      title: 'The service itself',
      text: 'Its name, state and version.',
      line: curlLine(`${address}/device-service-info`),
    },
  );
  return examples;
}
