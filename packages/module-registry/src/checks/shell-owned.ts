// Texts of the libraries that the shell owns and that survive minifying: each is in its library and nowhere else.
const MARKS: readonly [library: string, mark: string][] = [
  ['react', 'Objects are not valid as a React child (found:'],
  ['react-dom', '__reactContainer$'],
  ['react-router', 'may be used only in the context of a <Router>'],
  ['react-router', 'You cannot render a <Router> inside another <Router>'],
  ['@tanstack/react-query', 'No QueryClient set, use QueryClientProvider to set one'],
  ['@griot/shell-sdk/react', 'is called outside a module that the shell mounted'],
]

/** The library of the shell's that a script brings along, or null. */
export const libraryBundled = (source: string) => MARKS.find(([, mark]) => source.includes(mark))?.[0] ?? null
