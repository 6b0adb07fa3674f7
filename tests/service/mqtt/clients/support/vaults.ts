/** A vault in memory, for tests of what stands on it. */
import type { SecretVault, StoredSecrets } from '../../../../../service/secrets/vault.ts';

export class MemoryVault implements SecretVault {
  readonly storage = 'file';
  readonly records = new Map<string, StoredSecrets | null>();
  /** What the next additions, or removals, fail with. */
  addFailure: Error | undefined;
  removeFailure: Error | undefined;

  read(id: string): StoredSecrets | null | undefined {
    return this.records.get(id);
  }

  async add(entries: ReadonlyMap<string, StoredSecrets>): Promise<void> {
    if (this.addFailure) throw this.addFailure;
    for (const [id, entry] of entries) {
      if (this.records.has(id)) throw new Error(`${id} is taken`);
      this.records.set(id, entry);
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (this.removeFailure) throw this.removeFailure;
    for (const id of ids) this.records.delete(id);
  }

  ids(): readonly string[] {
    return [...this.records.keys()];
  }
}
