/** The parts of a workbook besides its sheets. */

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** @param number from 1 */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** `Readings`, `Readings 2`. */
function sheetName(number: number): string {
  return number === 1 ? 'Readings' : `Readings ${number}`;
}

/** First ID of a number format of one's own. */
const FIRST_FORMAT = 164;

/** The cell styles of a workbook, by their indexes. */
export class WorkbookStyles {
  static readonly HEADING = 1;
  static readonly TIME = 2;
  /** The index of the others is 3 and above. */
  readonly #decimals: readonly number[];

  /** @param decimals of all columns; undefined: as many as a number has */
  constructor(decimals: readonly (number | undefined)[]) {
    this.#decimals = [...new Set(decimals)].filter((count) => count !== undefined);
  }

  ofDecimals(decimals: number | undefined): number {
    const place = decimals === undefined ? -1 : this.#decimals.indexOf(decimals);
    return place < 0 ? 0 : WorkbookStyles.TIME + 1 + place;
  }

  xml(): string {
    const codes = [
      'yyyy\\-mm\\-dd\\ hh:mm:ss.000',
      ...this.#decimals.map((count) => (count === 0 ? '0' : `0.${'0'.repeat(count)}`)),
    ];
    const formats = codes.map((code, place) => `<numFmt numFmtId="${FIRST_FORMAT + place}" formatCode="${code}"/>`);
    const cells = codes.map(
      (_, place) =>
        `<xf numFmtId="${FIRST_FORMAT + place}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
    const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>';
    const heading = '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>';
    return [
      `${DECLARATION}<styleSheet xmlns="${MAIN}">`,
      `<numFmts count="${codes.length}">${formats.join('')}</numFmts>`,
      `<fonts count="2">${font('')}${font('<b/>')}</fonts>`,
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="${cells.length + 2}">${plain}${heading}${cells.join('')}</cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
    ].join('');
  }
}

/** The files that follow so many sheets. */
export function closingFiles(sheets: number, styles: WorkbookStyles): { name: string; text: string }[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const relations = (items: readonly string[]): string =>
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
  const override = (path: string, type: string): string =>
    `<Override PartName="/${path}" ContentType="${CONTENT}.${type}+xml"/>`;
  const sheetItems = numbers.map(
    (number) => `<sheet name="${sheetName(number)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  return [
    {
      name: 'xl/workbook.xml',
      text: `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheetItems.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relations([
        ...numbers.map((number) => relation(`rId${number}`, 'worksheet', sheetPath(number).replace('xl/', ''))),
        relation('rIdStyles', 'styles', 'styles.xml'),
      ]),
    },
    { name: 'xl/styles.xml', text: styles.xml() },
    { name: '_rels/.rels', text: relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: '[Content_Types].xml',
      text: [
        `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        override('xl/workbook.xml', 'sheet.main'),
        override('xl/styles.xml', 'styles'),
        ...numbers.map((number) => override(sheetPath(number), 'worksheet')),
        '</Types>',
      ].join(''),
    },
  ];
}

/** What XML refuses, and what a workbook would read as the code of a character. */
const CODED = /[^\P{Cc}\t\n]|[\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text of a cell, in which other characters have their code: `_x0001_` (ECMA-376, ST_Xstring). */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(CODED, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}
