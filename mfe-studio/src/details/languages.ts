import { LANGUAGES } from '@griot/contracts/catalog/languages'

/** Languages that directories list separately by region. */
const WITH_REGION = ['en-au', 'en-gb', 'en-gh', 'en-ng', 'en-us', 'es-mx', 'fr-ca', 'pt-br', 'zh-cn', 'zh-tw']

/** The languages by their English names, with `current` if it is another one. */
export const languageOptions = (current: string) => {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const codes = new Set([...LANGUAGES, ...WITH_REGION, current])
  return [...codes]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
