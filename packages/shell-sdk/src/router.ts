// The part of the router that the shell shares with remotes. The build maps their imports of 'react-router-dom' to this
// file, so that the page has one router. Add exports here when a remote needs them.
export {
  Link,
  NavLink,
  useHref,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
