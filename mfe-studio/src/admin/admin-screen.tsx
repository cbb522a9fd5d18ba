export function AdminScreen() {
  return <h1>Admin</h1>
}
