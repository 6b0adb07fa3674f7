import { useWatch } from 'react-hook-form';
import { FieldGroup } from '../../../components/form/declared-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SENSGATE_CAVEAT } from '../../../data/gateways/labels.ts';
import { GATEWAY_FIELDS, type GatewayForm } from '../form/gateway-form.ts';
import { RemoteFields } from './remote-fields.tsx';

export function GatewayFields() {
  const kind = useWatch<GatewayForm, 'kind'>({ name: 'kind' });
  return kind === 'mqtt' ? <RemoteFields /> : <SensgateFields />;
}

function SensgateFields() {
  return (
    <>
      <div className="form-grid">
        <FieldGroup fields={GATEWAY_FIELDS.sensgate} first={['name', 'period_ms']} widgets={{ kind: null }} />
      </div>
      <Notice tone="info" title="Not tested with hardware">
        <p>{SENSGATE_CAVEAT}</p>
        <p>Test the connection. An invalid response is shown with its HTTP status and first lines.</p>
      </Notice>
    </>
  );
}
