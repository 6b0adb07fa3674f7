/** One device of the registry for each serial number, however many gateways have it. */
import { Book, type BookOptions, type ClaimSource } from './book.ts';
import { NodeNumbersFile, type NodeNumbersOptions } from './node-numbers.ts';

/** A book of what adapters see. */
export function createBook<Source extends ClaimSource>(options: BookOptions): Book<Source> {
  return new Book(options);
}

/** The numbers of instruments behind gateways, kept in a file of the data folder. */
export function createNodeNumbers(options: NodeNumbersOptions): NodeNumbersFile {
  return new NodeNumbersFile(options);
}
