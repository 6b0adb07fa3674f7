/** Reads CSV as RFC 4180 describes it, strictly, and shares nothing with what writes it. */

/** @throws Error where the text is not of that form */
export function readCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = 0;
  while (position < text.length) {
    let cell = '';
    if (text[position] === '"') {
      position += 1;
      for (;;) {
        const quote = text.indexOf('"', position);
        if (quote < 0) throw new Error('A quoted cell has no end.');
        cell += text.slice(position, quote);
        position = quote + 1;
        if (text[position] !== '"') break;
        cell += '"';
        position += 1;
      }
    } else {
      const begin = position;
      while (position < text.length && text[position] !== separator && text[position] !== '\r') {
        if (text[position] === '"' || text[position] === '\n') throw new Error(`Unquoted at ${position}: ${text}`);
        position += 1;
      }
      cell = text.slice(begin, position);
    }
    row.push(cell);
    if (text[position] === separator) {
      position += 1;
    } else if (text.startsWith('\r\n', position)) {
      position += 2;
      rows.push(row);
      row = [];
    } else {
      throw new Error(`Neither a separator nor a line end at ${position}.`);
    }
  }
  if (row.length > 0) throw new Error('The last line has no end.');
  return rows;
}
