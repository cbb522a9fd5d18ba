import type { MountedPage, ShellApiV1, Unmount } from '@griot/shell-sdk/contract'
import { useShell } from '@griot/shell-sdk/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'

interface MountedRouteProps {
  page: MountedPage
  routeId: string
}

/** A page of another framework. */
export function MountedRoute({ page, routeId }: MountedRouteProps) {
  const params = useParams()
  return (
    <MountedElement
      key={JSON.stringify(params)}
      mount={(element, api, fail) => page.mount(element, api, { routeId, params, fail })}
    />
  )
}

interface MountedElementProps {
  mount: (element: HTMLElement, api: ShellApiV1, fail: (error: unknown) => void) => Unmount | Promise<Unmount>
}

/** An element of another framework. Its errors are thrown here, so that the boundary around it contains them. */
export function MountedElement(props: MountedElementProps) {
  const api = useShell()
  const container = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  // A function that throws at once rejects too.
  const mount = useEffectEvent(async (element: HTMLElement, fail: (error: unknown) => void) =>
    props.mount(element, api, fail),
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
  return <div ref={container} className="mounted" />
}
