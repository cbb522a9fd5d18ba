export function DiscoverScreen() {
  return <h1>Discover</h1>
}
