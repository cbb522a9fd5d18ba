import { Button } from '@griot/ui/button'
import { type ReactNode, useRef } from 'react'

interface FileButtonProps {
  /** The id of the file field, for a visible label. */
  id?: string
  /** The label of the file field, for assistive technology. */
  label?: string
  accept: string
  multiple?: boolean
  size?: 'small'
  onPick: (files: readonly File[]) => void
  children: ReactNode
}

/** A button that opens the file dialog of the browser. */
export function FileButton({ id, label, accept, multiple, size, onPick, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        className="g-visually-hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Otherwise choosing the same file again would be no change.
          target.value = ''
          onPick(files)
        }}
      />
      <Button look="secondary" {...(size && { size })} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
