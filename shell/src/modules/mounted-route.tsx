import type { MountedPage, Unmount } from '@griot/shell-sdk/contract'
import { useShell } from '@griot/shell-sdk/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'

interface MountedRouteProps {
  page: MountedPage
  routeId: string
}

/** A page of another framework. Its errors are thrown here, so that the boundary of the page contains them. */
export function MountedRoute(props: MountedRouteProps) {
  return <MountedElement key={JSON.stringify(useParams())} {...props} />
}

function MountedElement({ page, routeId }: MountedRouteProps) {
  const api = useShell()
  const params = useParams()
  const container = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const mount = useEffectEvent(async (element: HTMLElement, fail: (error: unknown) => void) =>
    page.mount(element, api, { routeId, params, fail }),
  )

  useEffect(() => {
    // Not the container itself: a page that is mounted again must find an empty element.
    const element = document.createElement('div')
    container.current?.append(element)
    let isMounted = true
    let unmount: Unmount | undefined
    const fail = (error: unknown) => {
      if (isMounted) setFailure({ error })
    }
    const end = () => {
      try {
        unmount?.()
      } catch (error) {
        api.telemetry.error(error)
      }
    }
    mount(element, fail).then((ended) => {
      unmount = ended
      if (!isMounted) end()
    }, fail)
    return () => {
      isMounted = false
      end()
      element.remove()
    }
  }, [api])

  if (failure) throw failure.error
  return <div ref={container} />
}
