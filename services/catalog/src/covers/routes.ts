import type { Catalog } from '../catalog.ts'
export const coverRoutes = (_: Catalog) => []
