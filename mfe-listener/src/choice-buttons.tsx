interface ChoiceButtonsProps<Id extends string> {
  /** Accessible name. */
  label: string
  choices: readonly { id: Id; label: string }[]
  chosen: Id
  onChoose: (id: Id) => void
}

const LOOK =
  'listener:min-h-11 listener:flex-none listener:rounded-full listener:border listener:border-line-strong listener:px-4 listener:font-semibold listener:transition-colors listener:hover:bg-raised listener:aria-pressed:border-ink listener:aria-pressed:bg-ink listener:aria-pressed:text-page'

/** A row of buttons, one of them pressed. It scrolls horizontally on phones. */
export function ChoiceButtons<Id extends string>({ label, choices, chosen, onChoose }: ChoiceButtonsProps<Id>) {
  return (
    <fieldset
      aria-label={label}
      className="listener:-mx-4 listener:flex listener:min-w-0 listener:gap-2 listener:overflow-x-auto listener:px-4 listener:py-1 listener:[scrollbar-width:none] listener:sm:mx-0 listener:sm:flex-wrap listener:sm:px-0"
    >
      {choices.map((choice) => (
        <button
          key={choice.id}
          type="button"
          aria-pressed={choice.id === chosen}
          onClick={() => onChoose(choice.id)}
          className={LOOK}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
