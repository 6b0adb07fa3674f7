// The store's own thread, but that it dies of an order to delete.
import { Store } from '../../../../../service/history/store/store.ts';

Store.prototype.deleteDevice = () => process.exit(1);
await import('../../../../../service/history/store/worker.ts');
