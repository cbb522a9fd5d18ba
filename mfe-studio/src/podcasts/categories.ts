import { CATEGORIES, type Category } from '@griot/contracts/catalog/podcasts'

export const categoryLabel = (category: Category) => category.charAt(0).toUpperCase() + category.slice(1)

export const CATEGORY_OPTIONS = CATEGORIES.map((category) => ({ value: category, label: categoryLabel(category) }))
