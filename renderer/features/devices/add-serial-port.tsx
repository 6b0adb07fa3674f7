/** Opens the desktop's dialog for a serial port that cannot be discovered. */
import { useState } from 'react';

export function AddSerialPort({ add }: { add: () => Promise<void> }) {
  const [failure, setFailure] = useState('');
  const ask = (): void => {
    setFailure('');
    add().catch((error: unknown) => {
      setFailure(error instanceof Error ? error.message : 'The port could not be added.');
    });
  };
  return (
    <>
      <button type="button" className="button" onClick={ask}>
        Add a serial port
      </button>
      <p role="alert" className="field-error">
        {failure}
      </p>
    </>
  );
}
