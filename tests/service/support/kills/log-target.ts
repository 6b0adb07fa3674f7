/** Writes one line into a log. Arguments: its path, and the line. */
import { LogFile } from '../../../../service/support/log-file.ts';

const [path = '', line = ''] = process.argv.slice(2);
const file = new LogFile(path);
file.start();
file.write(`${line}\n`);
