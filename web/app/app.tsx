import { useSyncExternalStore } from 'react';
import { RouterProvider } from '@tanstack/react-router';
import { currentLanguage, onLanguageChange } from '../lib/i18n.ts';
import { Toaster } from '../ui/toast.tsx';
import { router } from './router.tsx';

/** The application. A change of language draws every screen anew. */
export function App() {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  return (
    <>
      <RouterProvider key={language} router={router} />
      <Toaster />
    </>
  );
}
