export function LibraryScreen() {
  return <h1>Library</h1>
}
