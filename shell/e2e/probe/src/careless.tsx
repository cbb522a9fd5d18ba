import type { ShellApiV1 } from '@griot/shell-sdk/contract'
import { useEffect } from 'react'
import { build } from './fault.ts'

/** A build that works, but does everything that a module must not do. */
export const isCareless = build === 'careless'

const doNothing = () => {}

/** The second rule applies on phones only. */
const STYLES = `nav { opacity: 0.5 } .bottom-bar { z-index: 9; bottom: 9px } .bottom-bar::before { content: "!" }`

export const leakResources = () => {
  Object.assign(globalThis, { carelessProbe: true })
  window.addEventListener('resize', doNothing)
  setInterval(doNothing, 60_000)
}

export const useCareless = (shell: ShellApiV1) => {
  useEffect(() => {
    if (!isCareless) return
    document.addEventListener('scroll', () => {})
    console.error('a careless probe')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
    document.adoptedStyleSheets.push(sheet)
    new Image().src = 'http://pixel.example/seen.gif'
    return () => {
      shell.player.pause()
      shell.player.play()
    }
  }, [shell])
}

/** Renders nothing. */
export function CarelessSlot() {
  return null
}
