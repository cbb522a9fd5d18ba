import { prepareProduct } from './prepare-product.ts'
import { serveHelper } from './run-helper.ts'

serveHelper(prepareProduct)
