import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type CardProps = ComponentProps<'div'> & { look?: 'plain' | 'raised' | undefined }

export function Card({ look = 'plain', className, ...rest }: CardProps) {
  return <div {...rest} className={clsx('g-card', className)} data-look={look} />
}
