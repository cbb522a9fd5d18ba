import { Button } from '@griot/ui/button'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { Uploads } from './uploads.ts'

/** The files that were refused, each with its reason; nothing if there are none. */
export function RefusedFiles({ uploads: { refused, dismissRefused } }: { uploads: Uploads }) {
  const title = refused.length === 1 ? '1 file was not added' : `${refused.length} files were not added`
  return (
    <div role="alert" className="studio:empty:hidden">
      {refused.length > 0 && (
        <div className="studio:grid studio:gap-3 studio:rounded-m studio:border studio:border-danger studio:px-4 studio:py-3">
          <div className="studio:flex studio:flex-wrap studio:items-center studio:justify-between studio:gap-3">
            <p className="studio:flex studio:items-center studio:gap-3 studio:font-semibold studio:text-danger">
              <CircleAlert size={22} aria-hidden="true" className="studio:flex-none" />
              {title}
            </p>
            <Button look="quiet" size="small" aria-label="Dismiss refused files" onClick={dismissRefused}>
              Dismiss
            </Button>
          </div>
          <ul aria-label="Refused files" className="studio:grid studio:gap-3">
            {refused.map(({ key, name, title, description }) => (
              <li key={key} className="studio:wrap-anywhere">
                <p className="studio:font-semibold">{name}</p>
                <p className="studio:text-sm">
                  <span>{title}</span>. <span>{description}</span>
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
