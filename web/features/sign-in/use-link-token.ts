import { useEffect, useState } from 'react';
import { useNavigate } from '../../lib/router.ts';

/**
 * The token of the link that was followed, empty if there is none. It is removed from the address at once, so
 * that neither the history nor a copied address contains it.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
  const navigate = useNavigate();
  useEffect(() => {
    if (token) void navigate({ to: '.', search: {}, replace: true });
  }, [token, navigate]);
  return token;
}
