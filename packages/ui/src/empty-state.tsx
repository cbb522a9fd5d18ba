import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="g-empty">
      {icon && (
        <span className="g-empty-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className="g-empty-title">{title}</h2>
      {children && <div className="g-empty-text">{children}</div>}
      {action && <div className="g-empty-action">{action}</div>}
    </div>
  )
}
