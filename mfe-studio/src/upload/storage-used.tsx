import { formatFileSize } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { useStorage } from './api.ts'

const NEARLY = 0.9

/** How much room is used, before it runs out. Nothing until it is known. */
export function StorageUsed() {
  const { data: use } = useStorage()
  if (!use) return null
  const { usedBytes, mostBytes, usedFiles, mostFiles } = use
  const bytes =
    mostBytes === null
      ? `${formatFileSize(usedBytes)} used`
      : `${formatFileSize(usedBytes)} of ${formatFileSize(mostBytes)} used`
  const files = mostFiles === null ? null : `${usedFiles} of ${mostFiles} files`
  const share = Math.max(mostBytes ? usedBytes / mostBytes : 0, mostFiles ? usedFiles / mostFiles : 0)
  const text = [bytes, files].filter(Boolean).join(' · ')
  return (
    <div className="studio:grid studio:gap-1.5">
      <p className="studio:text-sm studio:text-muted">
        {text}
        {share >= NEARLY && <span className="studio:text-danger"> · nearly full</span>}
      </p>
      {(mostBytes !== null || mostFiles !== null) && (
        <Progress label="Storage used" value={share * 100} valueText={text} className="studio:max-w-xs" />
      )}
    </div>
  )
}
