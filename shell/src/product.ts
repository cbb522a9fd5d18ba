/** A deployment may rename the product: the gateway writes its name into the page. */
export const productName = () =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Griot'
