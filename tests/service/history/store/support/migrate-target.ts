/**
 * Brings a file of the history up to date and is killed in it. Arguments: its path; the step of SQL of the version to
 * come; and the statement that it does not live to see, as its beginning, or `''`. In the step, `pass(n)` is n; its
 * process is killed where n is the fourth argument.
 */
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../../../../service/history/store/schema.ts';

const [path = '', step = '', statement = '', row = ''] = process.argv.slice(2);

function kill(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process lives on.');
}

/** Of so few pages that much is on the disk before the transaction ends. */
const FEW_PAGES = 'PRAGMA cache_size = 10';

const database = new DatabaseSync(path);
database.exec(`PRAGMA synchronous = FULL; ${FEW_PAGES}`);
database.function('pass', (number) => (String(number) === row ? kill() : number));
const exec = database.exec.bind(database);
database.exec = (sql) => (statement !== '' && sql.startsWith(statement) ? kill() : exec(sql));
migrate(database, ['', '', '', '', '', '', step]);
kill();
