import { formatFileSize } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { useStorage } from './api.ts'

const NEARLY = 0.9

/** The used storage and the quota; nothing until they are loaded. */
export function StorageUsed() {
  const { data: use } = useStorage()
  if (!use) return null
  const { usedBytes, mostBytes, usedFiles, mostFiles } = use
  const quota = mostBytes === null ? '' : ` of ${formatFileSize(mostBytes)}`
  const bytes = `${formatFileSize(usedBytes)}${quota} used`
  const text = mostFiles === null ? bytes : `${bytes} · ${usedFiles} of ${mostFiles} files`
  const share = Math.max(mostBytes ? usedBytes / mostBytes : 0, mostFiles ? usedFiles / mostFiles : 0)
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
