/** The parts of a documentation page that tests compare with the code: headings, links, tables, examples of requests. */

interface Row {
  /** Of the page, counted from 1. */
  line: number;
  heads: string[];
  cells: string[];
}

const isRule = (text: string | undefined): boolean => /^\|[\s:|-]+\|\s*$/.test(text ?? '');

function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim());
}

/** The rows of all tables of a text, each with the heads of its table. */
export function rowsOf(text: string): Row[] {
  let heads: string[] = [];
  return text.split('\n').flatMap((line, index, lines) => {
    if (!line.startsWith('|') || isRule(line)) return [];
    const cells = cellsOf(line);
    if (!isRule(lines[index + 1])) return [{ line: index + 1, heads, cells }];
    heads = cells;
    return [];
  });
}

/** The anchor of a heading as GitHub makes it: lower case, hyphens for spaces, no other punctuation. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Blanks fenced code: a comment in a shell example is no heading, an index in a program no link. Positions stay. */
function withoutFences(page: string): string {
  return page.replaceAll(/^( *)```[^]*?^\1```$/gm, (block) => block.replaceAll(/[^\n]/g, ' '));
}

/** The text under each heading, up to the next heading of any level, by anchor; a repeated anchor ends in `-1`, `-2`. */
export function sectionsOf(page: string): Map<string, string> {
  const headings = [...withoutFences(page).matchAll(/^#{1,6} +(.+)$/gm)];
  const sections = new Map<string, string>();
  for (const [index, { 0: line, 1: heading = '', index: start }] of headings.entries()) {
    const anchor = anchorOf(heading.trim());
    let unique = anchor;
    for (let count = 1; sections.has(unique); count += 1) unique = `${anchor}-${count}`;
    sections.set(unique, page.slice(start + line.length, headings[index + 1]?.index).replace(/^\n/, ''));
  }
  return sections;
}

interface Link {
  /** As written: relative to the folder of the page; empty for the page itself. */
  path: string;
  /** Without `#`. */
  anchor: string | undefined;
}

/** The links and pictures of a page, without those in code and those with a scheme (`https:`). */
export function linksOf(page: string): Link[] {
  const prose = withoutFences(page).replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
  const links = prose.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?(?: "[^"]*")?\)/g);
  return [...links].map(([, path = '', anchor]) => ({ path, anchor }));
}

/** A request in an example, and the answer beside it. */
export interface Exchange {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  status: number;
  answer: string;
}

/** The `http` blocks of a page. Each has a request and its answer; an empty line precedes a body and the answer. */
export function exchangesOf(page: string): Exchange[] {
  return [...page.matchAll(/^```http\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => {
    const [request = '', response = ''] = block.split(/\n\n(?=HTTP\/1\.1 )/);
    const [head = '', body] = request.split('\n\n');
    const [requestLine = '', ...headers] = head.split('\n');
    const [method = '', target = ''] = requestLine.split(' ');
    const [statusLine = '', answer = ''] = response.split('\n\n');
    return {
      method,
      target,
      headers: Object.fromEntries(headers.map((line) => line.split(': '))) as Record<string, string>,
      body,
      status: Number(statusLine.split(' ')[1]),
      answer,
    };
  });
}
