import { rspack } from '@rspack/core'

/** What the product is made for. For older ones a stylesheet would be half as long again, and every page reads all of it. */
const BROWSERS = ['chrome >= 123', 'firefox >= 121', 'safari >= 17.5']

/** How every front end is made small. */
export const minimizers = () => [
  new rspack.SwcJsMinimizerRspackPlugin(),
  new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
]
