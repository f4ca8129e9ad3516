/**
 * The parts of the router that are used. Components import them from here: when a file is saved, Bun's
 * development server sends every package again that the file imports directly, and a router that is sent
 * again makes the page reload.
 */
export {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  type LinkProps,
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
