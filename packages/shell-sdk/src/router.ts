// Imports of modules that were built as `containers-1` from the router. Newer modules share react-router-dom itself.
export {
  Link,
  NavLink,
  useHref,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
