import { useController, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { fieldAt, type MqttClientView } from '../../../../service/contract/index.ts';
import { afterPointerUp } from '../../../components/form/after-pointer-up.ts';
import { DeclaredField, FieldGroup } from '../../../components/form/declared-field.tsx';
import { SelectField } from '../../../components/form/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { hostAddress } from '../../../data/format/host-address.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { NEW_ROUTE } from '../../mqtt/routes.ts';
import { GATEWAY_FIELDS, type GatewayForm } from './gateway-form.ts';

const FIELDS = GATEWAY_FIELDS.mqtt;

export function RemoteFields() {
  const live = useLive();
  const clients = useReadable(live.clients.list);
  // Until the service responds, there may be clients that are not known yet.
  const isKnown = useReadable(live.connection).state === 'live';
  const widgets = {
    kind: null,
    client: <ClientField clients={clients} isKnown={isKnown} />,
    prefix: <DeclaredField field={fieldAt(FIELDS, 'prefix')} hint={<PrefixHint />} />,
  };
  return (
    <>
      <div className="form-grid">
        <FieldGroup fields={FIELDS} widgets={widgets} />
      </div>
      {isKnown && clients.length === 0 && (
        <Notice
          tone="warning"
          title="No MQTT clients"
          actions={
            <Link href={NEW_ROUTE} className="button">
              Add an MQTT client
            </Link>
          }
        >
          <p>
            Mensura connects with the broker settings of an MQTT client. Add a client for the broker that the remote
            Mensura publishes to.
          </p>
        </Notice>
      )}
    </>
  );
}

/** The stored client may have been deleted: it stays visible until another is selected. */
function ClientField({ clients, isKnown }: { clients: readonly MqttClientView[]; isKnown: boolean }) {
  // Controlled, since the options change with the clients.
  const { field, fieldState } = useController<GatewayForm, 'client'>({ name: 'client' });
  const chosen = field.value;
  const isListed = chosen === '' || clients.some(({ identifier }) => identifier === chosen);
  const isMissing = isKnown && !isListed;
  const options = [
    { value: '', word: isKnown && clients.length === 0 ? 'None' : 'Select a client' },
    ...(isListed ? [] : [{ value: chosen, word: isMissing ? `${chosen} (deleted)` : chosen }]),
    ...clients.map((client) => ({ value: client.identifier, word: `${client.name} (${hostAddress(client)})` })),
  ];
  return (
    <SelectField
      label={fieldAt(FIELDS, 'client').label}
      options={options}
      {...field}
      onBlur={() => afterPointerUp(field.onBlur)}
      error={fieldState.error?.message}
      hint={
        isMissing ? (
          <span className="form-warning">This client was deleted. Select another.</span>
        ) : (
          clients.length > 0 && (
            <>
              For another broker:{' '}
              <Link href={NEW_ROUTE} className="form-link">
                Add an MQTT client
              </Link>
            </>
          )
        )
      }
    />
  );
}

function PrefixHint() {
  const prefix = useWatch<GatewayForm, 'prefix'>({ name: 'prefix' }).trim();
  if (!prefix.includes('+')) {
    return (
      <>
        Name of the remote MQTT client. <span className="mono">+</span> matches one level:{' '}
        <span className="mono">fleet/+</span> reads <span className="mono">fleet/hall-1</span>,{' '}
        <span className="mono">fleet/hall-2</span> and so on.
      </>
    );
  }
  const example = (name: string): string => prefix.replaceAll('+', name);
  return (
    <>
      <span className="mono">+</span> matches one level: reads <span className="mono">{example('hall-1')}</span>,{' '}
      <span className="mono">{example('hall-2')}</span> and so on.
    </>
  );
}
