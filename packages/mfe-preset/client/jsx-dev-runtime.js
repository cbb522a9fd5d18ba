// React Refresh needs the development JSX transform, but the shell shares only `react/jsx-runtime`.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key)
export { Fragment }
