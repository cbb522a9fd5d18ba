import createIcon from '@griot/mfe-preset/create-icon'
import { render } from '@testing-library/react'
import * as trophy from 'lucide-react/icons/trophy'
import { describe, expect, it } from 'vitest'

// Its types do not name what all of its icons export.
const { default: Trophy, __iconData } = trophy as typeof trophy & { __iconData: Parameters<typeof createIcon>[0] }

describe('an icon, as people get it', () => {
  it.each([
    {},
    { size: 18, strokeWidth: 3, className: 'big' },
    { size: 48, absoluteStrokeWidth: true, color: 'red', fill: 'blue' },
    { 'aria-label': 'Rewards' },
    { role: 'img', nonScalingStroke: true },
    { 'aria-hidden': true as const },
  ])('is drawn as lucide draws it: %j', (props) => {
    const Ours = createIcon(__iconData)
    const ours = render(<Ours {...props} />).container
    const theirs = render(<Trophy {...props} />).container
    expect(ours.firstElementChild?.isEqualNode(theirs.firstElementChild)).toBe(true)
  })
})
