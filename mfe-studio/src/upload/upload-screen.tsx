export function UploadScreen() {
  return <h1>Audio Content Management</h1>
}
