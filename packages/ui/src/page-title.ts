import { useEffect } from 'react'

/** A deployment may rename the product: the gateway writes its name into the page. */
export const productName = () =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Griot'

/** Names the browser's tab after the page that it shows. */
export const usePageTitle = (title: string) =>
  useEffect(() => {
    document.title = `${title} · ${productName()}`
  }, [title])
