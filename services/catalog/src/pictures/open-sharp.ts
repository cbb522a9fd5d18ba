/** A file of a few kilobytes may declare a thousand times as many. */
export const MAX_PIXELS = 50_000_000
export const TIMEOUT_SECONDS = 20

type Sharp = typeof import('sharp')['default']

let opened: Promise<Sharp> | undefined

/** Loaded on first use, because sharp takes 20 MB of memory. */
export const openSharp = () => {
  opened ??= import('sharp').then(({ default: sharp }) => {
    // sharp reads many formats; allow the three that browsers decode too. Uploads are buffers and our drawn covers are
    // files, so that no uploaded SVG is parsed.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadSvgFile',
      ],
    })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return opened
}
