import { useWatch } from 'react-hook-form';
import { SENSGATE_DEFAULTS } from '../../../../service/contract/index.ts';
import { TextField } from '../../../components/form/text-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SENSGATE_CAVEAT } from '../../../data/gateways/labels.ts';
import type { GatewayForm } from '../form/gateway-form.ts';
import { RemoteFields } from './remote-fields.tsx';
import { useField } from './use-field.ts';

export function GatewayFields() {
  const kind = useWatch<GatewayForm, 'kind'>({ name: 'kind' });
  return kind === 'mqtt' ? <RemoteFields /> : <SensgateFields />;
}

function SensgateFields() {
  return (
    <>
      <div className="form-grid">
        <TextField label="Name" {...useField('name')} hint="Name shown in Mensura." />
        <TextField
          label="Polling interval"
          unit="s"
          inputMode="decimal"
          {...useField('period_ms')}
          hint="Time between two requests for readings."
        />
        <TextField label="Host" mono placeholder="192.168.40.1" {...useField('host')} hint="Host name or IP address." />
        <TextField
          label="Port"
          mono
          inputMode="numeric"
          {...useField('port')}
          hint={`Default: ${SENSGATE_DEFAULTS.port}.`}
        />
      </div>
      <Notice tone="info" title="Not tested with hardware">
        <p>{SENSGATE_CAVEAT}</p>
        <p>Test the connection. An invalid response is shown with its HTTP status and first lines.</p>
      </Notice>
    </>
  );
}
