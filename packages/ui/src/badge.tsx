import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type BadgeProps = ComponentProps<'span'> & { tone?: 'plain' | 'points' | 'teal' | 'terracotta' | 'danger' }

export function Badge({ tone = 'plain', className, ...rest }: BadgeProps) {
  return <span {...rest} className={clsx('g-badge', className)} data-tone={tone} />
}
