/** A number as short as a picture needs it. */
const short = (value: number) => String(Math.round(value * 10) / 10)

/** A tagged template for SVG that shortens its numbers. */
export const svg = (parts: TemplateStringsArray, ...values: (number | string)[]) =>
  String.raw({ raw: parts }, ...values.map((value) => (typeof value === 'number' ? short(value) : value)))

export const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  svg`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`

export const disc = (x: number, y: number, radius: number, fill: string) =>
  svg`<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const strokes = (d: string, color: string, width: number) =>
  svg`<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Squares of a drawing in letters, as one path: every `mark` is a square of this size. */
export const weave = (drawing: readonly string[], x: number, y: number, size: number, fill: string, mark = '#') => {
  const runs = drawing.flatMap((line, row) =>
    [...line.matchAll(new RegExp(`${mark}+`, 'g'))].map(({ 0: run, index }) => {
      const width = run.length * size
      return svg`M${x + index * size} ${y + row * size}h${width}v${size}h${-width}z`
    }),
  )
  return `<path fill="${fill}" d="${runs.join('')}"/>`
}

/** Content clipped to a box. */
export const window = (id: string, x: number, y: number, width: number, height: number, content: string) =>
  svg`<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>` +
  svg`<g clip-path="url(#${id})"><g transform="translate(${x} ${y})">${content}</g></g>`
