/** Errors for a port that cannot be opened, at the start and while the service runs. */
import { errorText, invalidFields, MensuraError } from '../support/errors.ts';

export interface PortErrors {
  /** @param holder names the program that listens there */
  taken(port: number, holder: string, cause: unknown): MensuraError;
  /** Permission denied. */
  forbidden(port: number, cause: unknown): MensuraError;
}

export const START_PORT_ERRORS: PortErrors = {
  taken: (port, holder, cause) => {
    const text = `Port ${port} is in use by ${holder}. Stop that program, or choose another port with --port.`;
    return new MensuraError('port-taken', text, { cause });
  },
  forbidden: (port, cause) => {
    const text = `Cannot open port ${port}: access denied (${errorText(cause)}). Choose a port above 1023 with --port.`;
    return new MensuraError('usage', text, { cause });
  },
};

export const RUNTIME_PORT_ERRORS: PortErrors = {
  taken: (port, holder, cause) => {
    const text = `Port ${port} is in use by ${holder}. Choose another port, or stop that program. Nothing was changed.`;
    const errors = [{ path: 'port', message: `is in use by ${holder}` }];
    return new MensuraError('conflict', text, { cause, errors });
  },
  forbidden: (port) =>
    invalidFields([{ path: 'port', message: `access denied for port ${port}; choose a port above 1023` }]),
};

/** Ports that browsers block (Fetch standard, "bad port"). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/**
 * The window could not return from such a port.
 * @throws MensuraError `bad-request` naming `port`
 */
export function requireBrowserSafePort(port: number): void {
  if (!BAD_PORTS.has(port)) return;
  throw invalidFields([{ path: 'port', message: `browsers block port ${port}; choose another port` }]);
}
