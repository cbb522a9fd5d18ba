export interface Shot {
  scene: string
  file: string
  theme: string
  size: { width: number }
}

const figure = ({ file, theme, size }: Shot) => `
      <figure>
        <a href="${encodeURIComponent(file)}"><img src="${encodeURIComponent(file)}" alt="" loading="lazy" width="${size.width / 4}"></a>
        <figcaption>${size.width} · ${theme}</figcaption>
      </figure>`

/** One page with every picture, scene by scene. */
export const contactSheet = (shots: readonly Shot[]) => {
  const scenes = [...new Set(shots.map(({ scene }) => scene))]
  const rows = scenes.map(
    (scene) => `
    <h2>${scene}</h2>
    <div>${shots
      .filter((shot) => shot.scene === scene)
      .map(figure)
      .join('')}
    </div>`,
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Screenshots</title>
    <style>
      body { margin: 2rem; background: #777; color: #fff; font: 16px sans-serif; }
      div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
      figure { margin: 0; }
    </style>
  </head>
  <body>
    <h1>${shots.length} screenshots</h1>${rows.join('')}
  </body>
</html>
`
}
