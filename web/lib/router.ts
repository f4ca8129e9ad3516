/**
 * What is used of the router. Components take it from here: When a file is saved, Bun's development server
 * sends every package again that the file imports directly. A router that is sent again makes the page
 * reload.
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
