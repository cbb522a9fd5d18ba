// The router as remotes see it. Remotes write `import … from 'react-router-dom'`; the build maps that to this file, so one
// router exists in the page and the shell hands over only what is listed. Whoever misses something adds a line here.
export {
  Link,
  NavLink,
  useHref,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
