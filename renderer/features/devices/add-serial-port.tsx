/** Opens the desktop app's dialog for a serial port that is not detected automatically. */
import { useState } from 'react';

export function AddSerialPort({ add }: { add: () => Promise<void> }) {
  const [failure, setFailure] = useState('');
  const choosePort = (): void => {
    setFailure('');
    add().catch((error: unknown) => {
      setFailure(error instanceof Error ? error.message : 'Cannot add the serial port');
    });
  };
  return (
    <>
      <button type="button" className="button" onClick={choosePort}>
        Add serial port…
      </button>
      <p role="alert" className="field-error">
        {failure}
      </p>
    </>
  );
}
