import { useSyncExternalStore } from 'react';
import { RouterProvider } from '../lib/router.ts';
import { currentLanguage, onLanguageChange } from '../lib/i18n.ts';
import { Toaster } from '../ui/toast.tsx';
import { router } from './router.tsx';

/** The application. When the language changes, every screen is rendered again. */
export function App() {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  return (
    <>
      <RouterProvider key={language} router={router} />
      <Toaster />
    </>
  );
}
