/** Numbers as short as a picture needs them. */
export const n = (value: number) => String(Math.round(value * 10) / 10)

export const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"/>`

export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`

/** One path of many strokes. */
export const strokes = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Squares of a drawing in letters, as one path: every `#` is a square of this size. */
export const weave = (drawing: readonly string[], x: number, y: number, size: number, fill: string, mark = '#') => {
  let path = ''
  for (const [row, line] of drawing.entries()) {
    for (const run of line.matchAll(new RegExp(`${mark}+`, 'g'))) {
      path += `M${n(x + run.index * size)} ${n(y + row * size)}h${n(run[0].length * size)}v${n(size)}h${n(-run[0].length * size)}z`
    }
  }
  return `<path fill="${fill}" d="${path}"/>`
}

/** The part of a picture inside a box; nothing of it shows outside. */
export const window = (id: string, x: number, y: number, width: number, height: number, content: string) =>
  `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"/></clipPath>` +
  `<g clip-path="url(#${id})"><g transform="translate(${n(x)} ${n(y)})">${content}</g></g>`
