import type { Category } from '@griot/contracts/catalog/podcasts'
import { formatNumber } from '@griot/ui/format'

export const categoryLabel = (category: Category) => category.charAt(0).toUpperCase() + category.slice(1)

/** "1 listener", "1,204 listeners". */
export const counted = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
