import type { Page } from 'playwright-core'

/** A JPEG file for a file input. */
export const createPhoto = async (page: Page, width: number, height: number) => {
  const bytes = await page.evaluate(
    async ([wide, high]) => {
      const canvas = new OffscreenCanvas(wide, high)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#0f6d6a'
      context.fillRect(0, 0, wide, high)
      context.fillStyle = '#f2b13c'
      context.arc(wide / 2, high / 2, high / 3, 0, 7)
      context.fill()
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [width, height] as const,
  )
  return { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) }
}
