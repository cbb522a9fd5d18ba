import { useEffect } from 'react'

/** The gateway writes the configured product name into the page. */
export const productName = () =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Griot'

export const usePageTitle = (title: string) =>
  useEffect(() => {
    document.title = `${title} · ${productName()}`
  }, [title])
