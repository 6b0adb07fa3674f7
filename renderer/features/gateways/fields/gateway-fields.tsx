import { useWatch } from 'react-hook-form';
import type { GatewayForm } from '../form/gateway-form.ts';
import { RemoteFields } from './remote-fields.tsx';
import { SensgateFields } from './sensgate-fields.tsx';

export function GatewayFields() {
  const kind = useWatch<GatewayForm, 'kind'>({ name: 'kind' });
  return kind === 'mqtt' ? <RemoteFields /> : <SensgateFields />;
}
