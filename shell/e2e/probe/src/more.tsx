import { build } from './fault.ts'

export default function More() {
  return <p>More of build {build}</p>
}
