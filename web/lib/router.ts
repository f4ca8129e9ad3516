/**
 * What is used of the router. Components take it from here: Bun's development server sends a package again with
 * every file that imports it by name, and a router that is sent again makes the page load again.
 */
export {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Navigate,
  Outlet,
  redirect,
  RouterProvider,
  useLocation,
  useNavigate,
  useParams,
  useRouter,
  useSearch,
} from '@tanstack/react-router';
