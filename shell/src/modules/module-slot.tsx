import type { SlotId, SlotProps } from '@griot/shell-sdk/contract'
import { ShellProvider, useStore } from '@griot/shell-sdk/react'
import { Spinner } from '@griot/ui/spinner'
import { type ComponentType, Suspense, useEffect, useEffectEvent } from 'react'
import type { ModuleLoader } from './loader.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { LoopGuard } from './module-root.tsx'
import { useAssignment, useModules } from './modules-context.ts'
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

interface LoadedSlotProps<Slot extends SlotId> extends Omit<ModuleSlotProps<Slot>, 'onUnavailable'> {
  loader: ModuleLoader
  deadlineMs: number
  onUnavailable: () => void
}

function LoadedSlot<Slot extends SlotId>(slotProps: LoadedSlotProps<Slot>) {
  const { loader, slot, props, waitingText, deadlineMs, onUnavailable } = slotProps
  const state = useStore(loader.state)
  const giveUp = useEffectEvent(onUnavailable)
  const isReady = state.status === 'ready'
  const isMissing = state.status === 'failed' || state.status === 'off' || (isReady && !state.instance.slots?.[slot])

  useEffect(() => loader.attach(), [loader])
  useEffect(() => {
    if (isMissing) giveUp()
    if (isReady || isMissing) return
    const timer = setTimeout(giveUp, deadlineMs)
    return () => clearTimeout(timer)
  }, [isMissing, isReady, deadlineMs])

  if (isMissing) return null
  // Its style hides the text for the first moment.
  if (!isReady) {
    return waitingText ? (
      <div className="slot-waiting" role="status">
        <Spinner />
        {waitingText}
      </div>
    ) : null
  }
  const Content = state.instance.slots?.[slot] as ComponentType<SlotProps[Slot]>
  const { version } = state
  const handleCrash = (error: unknown) => {
    const next = loader.crashed(version, error)
    if (next === 'panel') onUnavailable()
    return next
  }
  return (
    <ModuleBoundary key={version} onCrash={handleCrash} panel={() => null}>
      <LoopGuard onMount={() => loader.mounts(version)} />
      <Suspense fallback={<StallTimer ms={deadlineMs} />}>
        <ShellProvider value={state.api}>
          <Content {...props} />
        </ShellProvider>
      </Suspense>
    </ModuleBoundary>
  )
}

/** Throws when the loaded module renders nothing in time: the user is waiting for it. */
function StallTimer({ ms }: { ms: number }) {
  if (useElapsed(ms)) throw new StallError(`nothing was rendered within ${ms} ms`)
  return null
}
