import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface BundledNode {
  binary: string;
  license: string;
  /** File name in the package. */
  name: 'node' | 'node.exe';
}

/**
 * The Node that runs this script, which packages include for the command line and the headless service.
 * @throws Error if it depends on system libraries, or its license file is missing
 */
export function bundledNode(): BundledNode {
  const binary = process.execPath;
  const shared = Object.entries(process.config.variables).filter(
    ([name, value]) => /^node_shared(_|$)/.test(name) && (value === true || value === 'true'),
  );
  if (shared.length > 0) {
    const names = shared.map(([name]) => name).join(', ');
    throw new Error(
      `Cannot package ${binary}: it depends on system libraries (${names}). Use Node from https://nodejs.org/.`,
    );
  }
  // Next to the binary on Windows, one folder up elsewhere.
  const license = [dirname(binary), dirname(dirname(binary))]
    .map((folder) => join(folder, 'LICENSE'))
    .find((path) => existsSync(path));
  if (!license)
    throw new Error(`No license file next to ${binary}; packages must include it. Use Node from https://nodejs.org/.`);
  return { binary, license, name: process.platform === 'win32' ? 'node.exe' : 'node' };
}
