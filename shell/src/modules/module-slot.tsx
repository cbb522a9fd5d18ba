import type { MountedSlot, SlotContent, SlotId, SlotProps } from '@griot/shell-sdk/contract'
import { ShellProvider, useStore } from '@griot/shell-sdk/react'
import { Spinner } from '@griot/ui/spinner'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { natives } from '../natives.ts'
import type { ModuleLoader } from './loader.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { useAssignment, useModules } from './modules-context.ts'
import { MountedElement } from './mounted-route.tsx'
import { ViewGuard } from './view-guard.tsx'
import { StallError, useElapsed } from './with-timeout.ts'

export interface ModuleSlotProps<Slot extends SlotId> {
  slot: Slot
  props: SlotProps[Slot]
  /** Shown while the module loads. */
  waitingText?: string | undefined
  /** No module can fill the slot now. Receives a text for the user. */
  onUnavailable: (text: string) => void
}

/** A slot of the shell that a module fills. The module loads when the slot is first rendered. */
export function ModuleSlot<Slot extends SlotId>({ onUnavailable, ...slotProps }: ModuleSlotProps<Slot>) {
  const modules = useModules()
  const contributed = Object.entries(useAssignment().modules).flatMap(([name, { contributes }]) =>
    contributes.slots
      .filter(({ slot }) => slot === slotProps.slot)
      .map(({ id, deadlineMs }) => ({ name, deadlineMs, text: contributes.fallback[id]?.text })),
  )[0]
  const loader = contributed && modules.loader(contributed.name)
  const handleUnavailable = () => onUnavailable(contributed?.text ?? 'This is unavailable right now.')
  const giveUp = useEffectEvent(handleUnavailable)

  useEffect(() => {
    if (!loader) giveUp()
  }, [loader])

  if (!loader) return null
  const { deadlineMs } = contributed
  return <LoadedSlot {...{ ...slotProps, loader, deadlineMs }} onUnavailable={handleUnavailable} />
}

interface LoadedSlotProps {
  loader: ModuleLoader
  slot: string
  props: object
  deadlineMs: number
  waitingText?: string | undefined
  /** It was rendered for the first time. */
  onShown?: () => void
  onUnavailable: () => void
}

/** The content of one module in a slot. */
export function LoadedSlot({ loader, slot, props, deadlineMs, waitingText, onShown, onUnavailable }: LoadedSlotProps) {
  const state = useStore(loader.state)
  const giveUp = useEffectEvent(onUnavailable)
  const isReady = state.status === 'ready'
  const content = isReady ? contentOf(state.instance.slots, slot) : undefined
  const isMissing = state.status === 'failed' || state.status === 'off' || (isReady && !content)

  useEffect(() => loader.attach(), [loader])
  useEffect(() => {
    if (isMissing) giveUp()
    if (isReady || isMissing) return
    const { setTimeout, clearTimeout } = natives()
    const timer = setTimeout(giveUp, deadlineMs)
    return () => clearTimeout(timer)
  }, [isMissing, isReady, deadlineMs])

  if (isMissing) return null
  // Its style hides the text for the first moment.
  if (!isReady || !content) {
    return waitingText ? (
      <div className="slot-waiting" role="status">
        <Spinner />
        {waitingText}
      </div>
    ) : null
  }
  const { version } = state
  const handleCrash = (error: unknown) => {
    const next = loader.crashed(version, error)
    if (next === 'panel') onUnavailable()
    return next
  }
  return (
    <ModuleBoundary key={version} onCrash={handleCrash} panel={() => null}>
      <ViewGuard {...{ module: loader.module, version }} onMount={() => loader.mounts(version)}>
        <Suspense fallback={<StallTimer ms={deadlineMs} />}>
          <ShellProvider value={state.api}>
            <SlotElement {...{ content, props }} />
          </ShellProvider>
          {onShown && <Shown onShown={onShown} />}
        </Suspense>
      </ViewGuard>
    </ModuleBoundary>
  )
}

const contentOf = (slots: object = {}, slot: string) =>
  (slots as Readonly<Record<string, SlotContent<object> | undefined>>)[slot]

function SlotElement({ content: Content, props }: { content: SlotContent<object>; props: object }) {
  return 'mount' in Content ? <MountedContent content={Content} props={props} /> : <Content {...props} />
}

function MountedContent({ content, props }: { content: MountedSlot<object>; props: object }) {
  return (
    <MountedElement
      key={JSON.stringify(props)}
      mount={(element, api, fail) => content.mount(element, api, { props, fail })}
    />
  )
}

/** After a content that is suspended. */
function Shown({ onShown }: { onShown: () => void }) {
  const handleShown = useEffectEvent(onShown)
  useEffect(() => handleShown(), [])
  return null
}

/** Throws when the loaded module renders nothing in time: the user is waiting for it. */
function StallTimer({ ms }: { ms: number }) {
  if (useElapsed(ms)) throw new StallError(`nothing was rendered within ${ms} ms`)
  return null
}
