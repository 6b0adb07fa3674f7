/** The Node that a package brings, for the command line and for running without a window: the one that runs this. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface OwnNode {
  binary: string;
  licence: string;
  /** The name in the package. */
  name: 'node' | 'node.exe';
}

/**
 * @throws Error when this Node could not run on another computer, or its licence is not beside it
 */
export function ownNode(): OwnNode {
  const binary = process.execPath;
  const shared = Object.entries(process.config.variables).filter(
    ([name, value]) => /^node_shared(_|$)/.test(name) && (value === true || value === 'true'),
  );
  if (shared.length > 0) {
    const names = shared.map(([name]) => name).join(', ');
    throw new Error(
      `${binary} needs libraries of this computer (${names}), so it cannot go into a package. Use the Node of https://nodejs.org/.`,
    );
  }
  // Beside the binary on Windows, one folder up elsewhere.
  const licence = [dirname(binary), dirname(dirname(binary))]
    .map((folder) => join(folder, 'LICENSE'))
    .find((path) => existsSync(path));
  if (!licence) throw new Error(`The licence of ${binary} is not beside it; a package must bring it along.`);
  return { binary, licence, name: process.platform === 'win32' ? 'node.exe' : 'node' };
}
