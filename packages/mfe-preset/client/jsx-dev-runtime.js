// Refreshing needs JSX that is compiled for development; modules are given `react/jsx-runtime` and no other.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key)
export { Fragment }
