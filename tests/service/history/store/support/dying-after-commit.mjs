// The store's own thread, but that it dies right after its first commit is on disk: nobody hears of that. The next
// thread lives.
import { existsSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { Store } from '../../../../../service/history/store/store.ts';

const died = `${workerData.path}-died`;
const commit = Store.prototype.commit;
if (!existsSync(died)) {
  Store.prototype.commit = function commitAndDie(batch) {
    commit.call(this, batch);
    writeFileSync(died, '');
    process.exit(1);
  };
}
await import('../../../../../service/history/store/worker.ts');
