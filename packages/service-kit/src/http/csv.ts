/** Spreadsheets recognize UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Spreadsheets execute text that starts like a formula, and users write names, titles and reasons. */
export const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

export const asLine = (cells: string[]) => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
