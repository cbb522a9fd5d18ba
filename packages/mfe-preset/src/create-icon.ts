// Stands in the place of lucide's own function in what people get: each icon is one component instead of two, and reads no
// context that nobody gives.
import { createElement, type SVGProps } from 'react'

type Attributes = Readonly<Record<string, string>>

interface Drawing {
  name: string
  size?: number
  node: readonly (readonly [tag: string, attributes: Attributes])[]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: string | number
  absoluteStrokeWidth?: boolean
  nonScalingStroke?: boolean
}

const LOOK = {
  xmlns: 'http://www.w3.org/2000/svg',
  fill: 'none',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const isSaid = (name: string) => name.startsWith('aria-') || name === 'role' || name === 'title'

/** Its default export, as lucide's icons import it. */
export default ({ name, size: side = 24, node }: Drawing) =>
  function Icon({
    size = side,
    color = 'currentColor',
    strokeWidth = 2,
    absoluteStrokeWidth,
    nonScalingStroke,
    className = '',
    children,
    ...rest
  }: IconProps) {
    const vectorEffect = nonScalingStroke ? 'non-scaling-stroke' : undefined
    return createElement(
      'svg',
      {
        ...LOOK,
        viewBox: `0 0 ${side} ${side}`,
        width: size,
        height: size,
        stroke: color,
        strokeWidth: absoluteStrokeWidth ? (Number(strokeWidth) * side) / Number(size) : strokeWidth,
        className: `lucide lucide-${name} ${className}`.trim(),
        'aria-hidden': children || Object.keys(rest).some(isSaid) ? undefined : true,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, { vectorEffect, ...attributes })),
      children,
    )
  }
