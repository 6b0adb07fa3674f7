import { type ClipboardEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { fieldAt } from '../../../../service/contract/index.ts';
import { DeclaredField } from '../../../components/form/declared-field.tsx';
import { parseBrokerUrl } from '../form/broker-url.ts';
import { CLIENT_FIELDS, type ClientForm } from '../form/client-form.ts';

/** The usual ports (IANA: mqtt, secure-mqtt). */
const PORTS = { plain: '1883', secure: '8883' } as const;

const CHANGE = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const;

function usualPort(ssl: boolean): string {
  return ssl ? PORTS.secure : PORTS.plain;
}

/** A pasted address with a scheme fills the other fields, too. */
export function HostField() {
  const { setValue, getValues } = useFormContext<ClientForm>();
  const [filled, setFilled] = useState('');
  const field = fieldAt(CLIENT_FIELDS, 'host');
  const onPaste = (event: ClipboardEvent): void => {
    const address = parseBrokerUrl(event.clipboardData.getData('text'));
    setFilled('');
    if (!address) return;
    event.preventDefault();
    const { host, port, ssl, transport, path, username, password } = address;
    setValue('host', host, CHANGE);
    setValue('ssl', ssl, CHANGE);
    setValue('advanced.transport', transport, CHANGE);
    if (path !== undefined) setValue('advanced.path', path, CHANGE);
    if (port !== undefined) setValue('port', String(port), CHANGE);
    else if (getValues('port').trim() === usualPort(!ssl)) setValue('port', usualPort(ssl), CHANGE);
    if (username !== undefined) setValue('username', username, CHANGE);
    if (password !== undefined) setValue('password', password, CHANGE);
    const names = [
      'port and encryption',
      ...(transport === 'websocket' ? ['transport'] : []),
      ...(username ? ['username'] : []),
      ...(password ? ['password'] : []),
    ];
    setFilled(`Also filled from the pasted address: ${names.join(', ')}.`);
  };
  return (
    <DeclaredField
      field={field}
      hint={
        <>
          {field.help} <output>{filled}</output>
        </>
      }
      onPaste={onPaste}
    />
  );
}

export function PortField() {
  const { setValue } = useFormContext<ClientForm>();
  const [port, ssl] = useWatch<ClientForm, ['port', 'ssl']>({ name: ['port', 'ssl'] });
  const usual = usualPort(ssl);
  const hint = port.trim() === usualPort(!ssl) && (
    <>
      {usual} is the usual port {ssl ? 'with' : 'without'} TLS.{' '}
      <button type="button" className="link-button" onClick={() => setValue('port', usual, CHANGE)}>
        Use {usual}
      </button>
    </>
  );
  return <DeclaredField field={fieldAt(CLIENT_FIELDS, 'port')} hint={hint} />;
}

/** A usual port follows the switch. */
export function TlsField() {
  const { setValue, getValues } = useFormContext<ClientForm>();
  const followSwitch = (ssl: boolean): void => {
    if (getValues('port').trim() === usualPort(!ssl)) setValue('port', usualPort(ssl), CHANGE);
  };
  return <DeclaredField field={fieldAt(CLIENT_FIELDS, 'ssl')} onSwitch={followSwitch} />;
}
