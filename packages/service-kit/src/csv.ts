import type { Page } from './db/cursor.ts'

/** Spreadsheets recognize UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff'

/** Spreadsheets execute text that starts like a formula, and users write names, titles and reasons. */
export const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

export const asLine = (cells: string[]) => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

interface CsvPages<Item> {
  columns: string[]
  /** Read before the first byte is sent, so that its error can still be reported. */
  first: Page<Item>
  readPage(cursor: string): Promise<Page<Item>>
  lineOf(item: Item): string
}

/** Yields a list as CSV page by page, so that a long list is never in memory as a whole. */
export async function* csvPages<Item>({ columns, first, readPage, lineOf }: CsvPages<Item>) {
  yield `${BYTE_ORDER_MARK}${asLine(columns)}`
  let page = first
  yield page.items.map(lineOf).join('')
  while (page.next !== null) {
    page = await readPage(page.next)
    yield page.items.map(lineOf).join('')
  }
}
